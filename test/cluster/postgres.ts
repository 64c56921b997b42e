import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A PostgreSQL of a test's own: reached by a socket in its folder, and nothing else on the machine knows of it. */
export type OwnPostgres = {
  address: string;
  start(): void;
  /** As an administrator restarts it: connections are broken off at once. */
  stop(): void;
  hang(isHanging: boolean): void;
  /** Stops it and takes its folder away. */
  end(): void;
};

export function startPostgres({ password }: { password?: string } = {}): OwnPostgres {
  const bin = binaries();
  const folder = mkdtempSync(join(tmpdir(), "boardroom-pg-"));
  const asRoot = process.getuid?.() === 0;
  if (asRoot) {
    const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"]).toString());
    chmodSync(folder, 0o755);
    chownSync(folder, id("-u"), id("-g"));
  }
  // initdb refuses to run as root.
  const run = (program: string, args: readonly string[]) => {
    const whole = [join(bin, program), ...args];
    const [command = "", ...rest] = asRoot ? ["runuser", "-u", "postgres", "--", ...whole] : whole;
    execFileSync(command, rest, {
      stdio: "pipe",
      cwd: folder,
      env: { ...process.env, PGPASSWORD: password },
    });
  };
  const data = join(folder, "data");
  const file = join(folder, "password");
  if (password !== undefined) writeFileSync(file, password, { mode: 0o644 });
  const auth =
    password === undefined ? ["-A", "trust"] : ["-A", "scram-sha-256", `--pwfile=${file}`];
  run("initdb", ["-D", data, "-U", "boardroom", ...auth, "--no-sync"]);
  const options = `-c listen_addresses='' -k ${folder} -c fsync=off -c max_connections=100`;
  const start = () =>
    run("pg_ctl", ["-D", data, "-o", options, "-l", join(folder, "log"), "-w", "start"]);
  const stop = () => run("pg_ctl", ["-D", data, "-m", "fast", "-w", "stop"]);
  start();
  run("createdb", ["-h", folder, "-U", "boardroom", "boardroom"]);
  return {
    address: `postgres://boardroom@localhost/boardroom?host=${encodeURIComponent(folder)}`,
    start,
    stop,
    hang(isHanging) {
      const [main = ""] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
      const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", main], { encoding: "utf8" });
      for (const pid of [main, ...stdout.trim().split(/\s+/)])
        process.kill(Number(pid), isHanging ? "SIGSTOP" : "SIGCONT");
    },
    end() {
      stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Debian keeps the server's programs by version. */
function binaries(): string {
  const root = "/usr/lib/postgresql";
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  const [newest] = versions;
  if (newest === undefined) throw new Error("PostgreSQL is missing: apt-get install postgresql");
  return join(root, newest, "bin");
}
