import { execFileSync, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";

export function requireTmux(): void {
  if (spawnSync("tmux", ["-V"]).status === 0) return;
  throw new Error(
    "tmux is not installed: these tests run the program in a real terminal (apt-get install tmux)",
  );
}

export function openTerminals() {
  const socket = `boardroom-${process.pid}`;
  const tmux = (...args: readonly string[]) =>
    execFileSync("tmux", ["-L", socket, "-f", "/dev/null", ...args], { encoding: "utf8" });
  tmux("new-session", "-d", "-s", "idle", "cat");
  let count = 0;
  return {
    open(command: string, { columns = 100, rows = 30, cwd = tmpdir(), env = "" } = {}) {
      const name = `t${++count}`;
      const shell = `echo before; env -u NO_COLOR LANG=C.UTF-8 ${env} ${command}; echo "exit $?"; exec cat`;
      const size = ["-x", String(columns), "-y", String(rows)];
      tmux("new-session", "-d", "-s", name, ...size, "-c", cwd, "sh", "-c", shell);
      const screen = () =>
        tmux("capture-pane", "-p", "-t", name)
          .split("\n")
          .map((line) => line.trimEnd())
          .join("\n");
      return {
        screen,
        colours: () => tmux("capture-pane", "-p", "-e", "-t", name),
        keys: (...names: readonly string[]) => tmux("send-keys", "-t", name, ...names),
        type: (text: string) => tmux("send-keys", "-l", "-t", name, text),
        resize: (width: number, height: number) =>
          tmux("resize-window", "-t", name, "-x", String(width), "-y", String(height)),
        modes: () =>
          tmux(
            "display-message",
            "-p",
            "-t",
            name,
            "#{alternate_on} #{cursor_flag} #{mouse_any_flag}",
          ).trim(),
        /** One of the terminal's own states, by tmux's name for it. */
        flag: (format: string) => tmux("display-message", "-p", "-t", name, `#{${format}}`).trim(),
        /** Number of the program itself, below the shell. */
        pid() {
          const shellPid = tmux("display-message", "-p", "-t", name, "#{pane_pid}").trim();
          return Number(
            execFileSync("pgrep", ["-P", shellPid], { encoding: "utf8" }).trim().split("\n")[0],
          );
        },
        async until(wanted: string | RegExp | ((screen: string) => boolean)): Promise<string> {
          const pause = () => new Promise((resolve) => setTimeout(resolve, 40));
          const settled = async (first: string) => {
            let text = first;
            for (let left = 10; left > 0; left--) {
              await pause();
              const next = screen();
              if (next === text) break;
              if (fits(next)) text = next;
            }
            return text;
          };
          const fits = (text: string) =>
            typeof wanted === "function"
              ? wanted(text)
              : typeof wanted === "string"
                ? text.includes(wanted)
                : wanted.test(text);
          for (const deadline = performance.now() + 30_000; performance.now() < deadline; ) {
            const text = screen();
            if (fits(text)) return settled(text);
            if (/^exit \d+$/m.test(text)) break;
            await pause();
          }
          throw new Error(`never came: ${String(wanted)}\n${screen()}`);
        },
      };
    },
    close: () => tmux("kill-server"),
  };
}
