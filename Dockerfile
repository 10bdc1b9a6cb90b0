# syntax=docker/dockerfile:1

FROM rust:1.95-slim-bookworm AS build
# SQLite and zstd are compiled from C and linked statically.
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/src/target \
    cargo build --release --locked --bin caipan && cp target/release/caipan /caipan

FROM debian:bookworm-slim
RUN install -d -m 0700 -o 10001 -g 10001 /data
COPY --from=build /caipan /usr/local/bin/caipan
# A numeric user lets the orchestrator verify runAsNonRoot.
USER 10001:10001
VOLUME /data
# CAIPAN_DATABASE selects PostgreSQL and overrides CAIPAN_DATA; it needs no client library.
# The service listens on all addresses of the container: make a key first, or set CAIPAN_OPEN=true. See docs/operations.md.
ENV CAIPAN_DATA=/data CAIPAN_LISTEN=0.0.0.0:8080 CAIPAN_LOG_JSON=true
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=4s --start-period=5s CMD ["caipan", "health"]
ENTRYPOINT ["caipan"]
CMD ["serve"]
