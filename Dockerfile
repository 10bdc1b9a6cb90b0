# syntax=docker/dockerfile:1

FROM rust:1.95-slim-bookworm AS build
# A C compiler builds SQLite and zstd into the program.
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/src/target \
    cargo build --release --locked --bin caipan && cp target/release/caipan /caipan

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --no-create-home caipan && install -d -o caipan -g caipan /data
COPY --from=build /caipan /usr/local/bin/caipan
USER caipan
VOLUME /data
ENV CAIPAN_DATA=/data CAIPAN_LISTEN=0.0.0.0:8080 CAIPAN_LOG_JSON=true
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=4s --start-period=5s CMD ["caipan", "health"]
ENTRYPOINT ["caipan"]
CMD ["serve"]
