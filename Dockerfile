# docker build --build-arg REVISION="$(git rev-parse HEAD)" -t caipan .
# The base is pinned by version and by content; dependabot moves both.
FROM rust:1.95.0-slim-bookworm@sha256:d7482085ff5b415f84dba5647ae71606650bdef00db7aeb69f4b3d170c3e4082 AS build
# SQLite and zstd are compiled from C and linked statically.
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
# The program carries the list of its dependencies; .ci/sbom reads it.
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/src/target \
    CARGO_TARGET_DIR=/src/target .ci/release /caipan
# The root of the final image: the program, the C library that it is linked with, and what tells scanners the version of that library.
RUN install -D /caipan /image/usr/local/bin/caipan \
    && for library in $(ldd /caipan | grep -o '/lib[^ ]*'); do install -D "$library" "/image$library"; done \
    && install -D -m 0644 /etc/os-release /image/etc/os-release \
    && echo 'caipan:x:10001:10001::/data:/sbin/nologin' > /image/etc/passwd \
    && echo 'hosts: files dns' > /image/etc/nsswitch.conf \
    && mkdir -p /image/var/lib/dpkg/status.d \
    && for package in libc6 libgcc-s1; do \
        dpkg-query --status "$package" > "/image/var/lib/dpkg/status.d/$package" \
        && install -D -m 0644 "/usr/share/doc/$package/copyright" "/image/usr/share/doc/$package/copyright"; done \
    && install -D -m 0644 -t /image/usr/share/doc/caipan LICENSE-MIT LICENSE-APACHE \
    && install -d -m 1777 /image/tmp \
    && install -d -m 0700 /owned/data

# No shell and no package manager: nothing to update but this image.
FROM scratch
COPY --from=build /image/ /
COPY --from=build --chown=10001:10001 /owned/ /
# A numeric user lets the orchestrator verify runAsNonRoot.
USER 10001:10001
VOLUME /data
# CAIPAN_DATABASE selects PostgreSQL and overrides CAIPAN_DATA; it needs no client library.
# The service listens on all addresses of the container: make a key first, or set CAIPAN_OPEN=true. See docs/operations.md.
ENV PATH=/usr/local/bin CAIPAN_DATA=/data CAIPAN_LISTEN=0.0.0.0:8080 CAIPAN_LOG_JSON=true
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=4s --start-period=5s CMD ["caipan", "health"]
ENTRYPOINT ["caipan"]
CMD ["serve"]
# Last, so that a new revision leaves the layers above as they are.
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="caipan" \
      org.opencontainers.image.description="Replay and rules audit for Chinese regional mahjong (裁判, the referee)" \
      org.opencontainers.image.source="https://github.com/caipan/caipan" \
      org.opencontainers.image.documentation="https://github.com/caipan/caipan/blob/main/docs/deploy.md" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"
