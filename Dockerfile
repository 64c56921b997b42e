# The program with the official Node image: as a user without rights, over a root that need not be writable.
# docker build -t boardroom .
# docker run --rm --read-only --tmpfs /tmp -v boardroom:/work -e ANTHROPIC_API_KEY boardroom run hiring
FROM node:22-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund && npm pack --silent && mv boardroom-*.tgz boardroom.tgz

FROM node:22-slim
ENV NODE_ENV=production XDG_STATE_HOME=/work/.state
COPY --from=build /build/boardroom.tgz /tmp/boardroom.tgz
RUN npm install --global --no-audit --no-fund --omit=dev /tmp/boardroom.tgz \
  && rm /tmp/boardroom.tgz \
  && mkdir /work \
  && chown node:node /work
USER node
WORKDIR /work
VOLUME /work
ENTRYPOINT ["boardroom"]
CMD ["--help"]
