/** Shorter values are more likely words than keys, and would be taken out of ordinary text. */
const SHORTEST = 8;

const NAMES = /key|token|secret|password|credential|auth/i;

/** What a crash prints may have been sent by anyone. */
export function withoutSecrets(text: string, env: Readonly<Record<string, string | undefined>>): string {
  let clean = text;
  for (const [name, value] of Object.entries(env)) {
    const secret = value?.trim() ?? "";
    if (NAMES.test(name) && secret.length >= SHORTEST) clean = clean.replaceAll(secret, `[${name}]`);
  }
  return clean;
}
