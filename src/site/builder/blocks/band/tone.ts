/** Text colours by background: white on dark, black on medium, the shop's colours on light. */
export type Tone = 'light' | 'medium' | 'dark'

/** Up to this luminance white has a contrast of 4.5, above it black. The shop's colours need more (WCAG 2.2, 1.4.3). */
const DARKEST = 0.183
const LIGHT = 0.78

/** The tone of `#rrggbb`. */
export function toneOf(colour: string): Tone {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  )
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  if (luminance <= DARKEST) return 'dark'
  return luminance < LIGHT ? 'medium' : 'light'
}

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
