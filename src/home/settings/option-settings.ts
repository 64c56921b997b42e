export type OptionSetting = { readonly path: readonly string[]; readonly value: unknown };

export function withOptions(
  options: Readonly<Record<string, unknown>>,
  settings: readonly OptionSetting[],
): Readonly<Record<string, unknown>> {
  return settings.reduce((changed, { path, value }) => withOption(changed, path, value), options);
}

function withOption(
  options: Readonly<Record<string, unknown>>,
  [key = "", ...rest]: readonly string[],
  value: unknown,
): Readonly<Record<string, unknown>> {
  if (rest.length === 0) return { ...options, [key]: value };
  const inner = Object.hasOwn(options, key) ? options[key] : {};
  const nested = typeof inner === "object" && inner !== null && !Array.isArray(inner) ? inner : {};
  return { ...options, [key]: withOption(nested as Record<string, unknown>, rest, value) };
}
