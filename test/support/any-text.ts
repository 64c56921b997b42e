import fc from "fast-check";

type Lengths = { minLength?: number; maxLength?: number };

const codePoint = fc.oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }));

export function anyText(lengths: Lengths = {}): fc.Arbitrary<string> {
  return fc.array(codePoint, lengths).map((codes) => String.fromCodePoint(...codes));
}
