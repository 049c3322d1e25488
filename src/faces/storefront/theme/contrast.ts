import { luminanceOf } from '../../../platform/ui/luminance.ts'
import type { Theme } from './settings.ts'

/** Contrast ratio of WCAG 2, from 1 to 21. */
export function contrastOf(first: string, second: string): number {
  const [lighter = 0, darker = 0] = [luminanceOf(first), luminanceOf(second)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Colours that themes cannot change. */
const fixed = { white: '#ffffff', tint: '#d7c7ba', footer_text: '#dfe7dd' } as const
type Color = keyof Theme | keyof typeof fixed

/** Pairs of colours that the shop combines, with the contrast ratio each needs. */
const pairs: readonly (readonly [what: string, foreground: Color, backgrounds: readonly Color[], needed: number])[] = [
  ['Text', 'ink', ['paper', 'cream', 'mist', 'white', 'tint'], 4.5],
  ['Soft text', 'ink_soft', ['paper', 'cream', 'mist', 'white'], 4.5],
  ['Links', 'leaf', ['paper', 'cream', 'mist'], 4.5],
  ['Links on hover', 'leaf_deep', ['paper'], 4.5],
  ['Words of buttons', 'white', ['leaf', 'leaf_deep', 'clay', 'clay_deep'], 4.5],
  ['Words of the footer', 'footer_text', ['leaf_deep'], 4.5],
  ['Sale prices', 'clay', ['paper'], 4.5],
  ['Errors', 'berry', ['paper'], 4.5],
  ['Information', 'sky', ['paper'], 4.5],
  ['Stars', 'gold', ['paper'], 3],
  ['Borders of fields', 'edge', ['paper', 'white'], 3],
]

/** Pairs of a valid theme below WCAG 2.2 AA. Ratios are rounded down, so that a failing one is not shown as 4.5. */
export function lowContrasts(theme: Theme) {
  const colors = { ...theme, ...fixed }
  const warnings = pairs.flatMap(([what, foreground, backgrounds, needed]) =>
    backgrounds.map((background) => {
      const ratio = contrastOf(String(colors[foreground]), String(colors[background]))
      return { what, foreground, background, ratio: Math.floor(ratio * 100) / 100, needed }
    }),
  )
  return warnings.filter(({ ratio, needed }) => ratio < needed)
}

export type ContrastWarning = ReturnType<typeof lowContrasts>[number]
