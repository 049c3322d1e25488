import { luminanceOf } from '../../../../platform/ui/luminance.ts'

/** Text colours by background: white on dark, black on medium, the shop's colours on light. */
export type Tone = 'light' | 'medium' | 'dark'

/** Up to this luminance white has a contrast of 4.5, above it black. The shop's colours need more (WCAG 2.2, 1.4.3). */
const DARKEST = 0.183
const LIGHT = 0.78

/** The tone of `#rrggbb`. */
export function toneOf(colour: string): Tone {
  const luminance = luminanceOf(colour)
  if (luminance <= DARKEST) return 'dark'
  return luminance < LIGHT ? 'medium' : 'light'
}
