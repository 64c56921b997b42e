// What somebody can do who has just seen their first meeting.
import { readdirSync, statSync } from "node:fs";

const [last = "transcripts/hiring-7"] = readdirSync("transcripts")
  .filter((name) => /^hiring-7(?:-\d+)?$/.test(name))
  .map((name) => `transcripts/${name}`)
  .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
console.error(`
In this folder the program is npx boardroom:
  npx boardroom watch hiring            the same in a full-screen view, as it is spoken
  npx boardroom report ${last} --open   one HTML file to forward
  npx boardroom serve --open            every meeting in the browser`);
