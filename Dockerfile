# Plumbline in a container. With DATABASE_URL it keeps nothing itself; without, its database lives in /data.
# Any image of Debian with Node 24, npm and a user called node.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/
COPY packages/api-docs/package.json packages/api-docs/
COPY packages/charts/package.json packages/charts/
COPY packages/contract/package.json packages/contract/
COPY packages/demo-world/package.json packages/demo-world/
COPY packages/engine/package.json packages/engine/
COPY packages/importers/package.json packages/importers/
COPY e2e/package.json e2e/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# The image has its own Node, so the pinned one goes.
RUN node tools/build.mjs \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-*

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 PLUMBLINE_DATA=/data \
  PLUMBLINE_BUILT=/app/apps/api/dist
WORKDIR /app
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000
# Whether the process serves. A server that waits for its database must not be restarted for it: ask /readyz for that.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/api/dist/main.js"]
