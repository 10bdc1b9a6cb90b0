# syntax=docker/dockerfile:1

FROM rust:1.95-slim-bookworm AS build
# A C compiler builds SQLite and zstd into the program.
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/src/target \
    cargo build --release --locked --bin caipan && cp target/release/caipan /caipan

FROM debian:bookworm-slim
RUN install -d -m 0700 -o 10001 -g 10001 /data
COPY --from=build /caipan /usr/local/bin/caipan
# By number: who starts it can see that this is not root.
USER 10001:10001
VOLUME /data
# For PostgreSQL set CAIPAN_DATABASE, which wins over the directory; no library is needed for it.
# An address of the container, which others can reach: make a key first, or say CAIPAN_OPEN=true, see docs/operations.md.
ENV CAIPAN_DATA=/data CAIPAN_LISTEN=0.0.0.0:8080 CAIPAN_LOG_JSON=true
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=4s --start-period=5s CMD ["caipan", "health"]
ENTRYPOINT ["caipan"]
CMD ["serve"]
