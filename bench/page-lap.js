// Loaded before the program: sends its CPU time since the message before, in milliseconds.
let before = process.cpuUsage();
process.on("message", () => {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  process.send?.((user + system) / 1000);
});
// The channel alone must not keep a stopped server alive.
process.channel?.unref();
