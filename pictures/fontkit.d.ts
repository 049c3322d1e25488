/** The few calls of these two untyped packages that lettering and share pictures need. */
declare module 'fontkit' {
  export type PathCommand = { readonly command: string; readonly args: readonly number[] }
  export type GlyphPath = { readonly commands: readonly PathCommand[]; toSVG(): string }
  export type Glyph = { readonly id: number; readonly path: GlyphPath }
  export type Font = {
    readonly unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    getVariation(axes: Readonly<Record<string, number>>): Font
    layout(text: string): {
      readonly glyphs: readonly Glyph[]
      readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number }[]
    }
  }
  export function create(data: Buffer): Font
}

declare module 'wawoff2' {
  const wawoff2: { decompress(data: Buffer): Promise<Uint8Array> }
  export default wawoff2
}
