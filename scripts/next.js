// What somebody can do who has just seen their first meeting; the report is what the meeting ends by naming.
console.error(`
In this folder write npx boardroom for boardroom. Besides the report:
  npx boardroom watch hiring   the same in a full-screen view, as it is spoken
  npx boardroom serve --open   every meeting in the browser`);
