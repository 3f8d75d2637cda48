# syntax=docker/dockerfile:1
# Builds the package from this folder and installs it as a user would: no compiler, no install script, no root at run time.

FROM node:24-bookworm-slim@sha256:235600a8101ab264e117b1768e925532262668dc9b581ef1dd7d96ced463b8e7 AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs && npm pack --ignore-scripts --pack-destination /package

FROM node:24-bookworm-slim@sha256:235600a8101ab264e117b1768e925532262668dc9b581ef1dd7d96ced463b8e7 AS install
WORKDIR /opt/place-records
COPY --from=build /package/ /package/
RUN echo '{"private":true}' > package.json \
 && npm install --ignore-scripts --omit=dev --no-audit --no-fund /package/place-records-*.tgz

FROM node:24-bookworm-slim@sha256:235600a8101ab264e117b1768e925532262668dc9b581ef1dd7d96ced463b8e7
LABEL org.opencontainers.image.title="place-records" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.source="https://github.com/place-records/place-records"
# npm and its kind have no use at run time
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-* /usr/local/bin/yarn* \
 && mkdir /data && chown node:node /data
COPY --from=install /opt/place-records /opt/place-records
RUN ln -s /opt/place-records/node_modules/.bin/place-records /usr/local/bin/place-records
# without a limit V8 lets the heap grow by half a gigabyte before it collects
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8402 SVC_DATA_DIR=/data NODE_OPTIONS=--max-old-space-size=384
USER node
WORKDIR /data
# the one place that is written to: start with --read-only and a volume here
VOLUME /data
EXPOSE 8402
# the process lives; whether it takes calls is /ready, which the balancer asks
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["place-records"]
CMD ["http"]
