import type { Theme } from './settings.ts'

/** Of WCAG 2, from 0 to 1. */
export function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Of WCAG 2, from 1 to 21. */
export function contrastOf(first: string, second: string): number {
  const [lighter = 0, darker = 0] = [luminanceOf(first), luminanceOf(second)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const TEXT = 4.5
const SHAPE = 3

/** What no theme changes. */
const fixed = { white: '#ffffff', tint: '#d7c7ba', footer_text: '#dfe7dd' } as const
type Color = keyof Theme | keyof typeof fixed
type Pair = readonly [what: string, foreground: Color, background: Color, needed: number]

const onGrounds = (what: string, foreground: Color): readonly Pair[] =>
  (['paper', 'cream', 'mist'] as const).map((ground) => [what, foreground, ground, TEXT] as const)

/** Colours that the shop shows on each other. */
const pairs: readonly Pair[] = [
  ...onGrounds('Text', 'ink'),
  ['Text in fields', 'ink', 'white', TEXT],
  ['Text on the tints of tea', 'ink', 'tint', TEXT],
  ...onGrounds('Soft text', 'ink_soft'),
  ['Hints in fields', 'ink_soft', 'white', TEXT],
  ...onGrounds('Links', 'leaf'),
  ['Links under the pointer', 'leaf_deep', 'paper', TEXT],
  ['Words of buttons', 'white', 'leaf', TEXT],
  ['Words of buttons under the pointer', 'white', 'leaf_deep', TEXT],
  ['Words of the footer', 'footer_text', 'leaf_deep', TEXT],
  ['Sale prices', 'clay', 'paper', TEXT],
  ['Words of the one thing to do', 'white', 'clay', TEXT],
  ['The same under the pointer', 'white', 'clay_deep', TEXT],
  ['Errors', 'berry', 'paper', TEXT],
  ['Information', 'sky', 'paper', TEXT],
  ['Stars', 'gold', 'paper', SHAPE],
  ['Borders of fields', 'edge', 'paper', SHAPE],
  ['Borders of fields', 'edge', 'white', SHAPE],
]

/** Two colours that are too close to each other. */
export type ContrastWarning = {
  readonly what: string
  readonly foreground: string
  readonly background: string
  readonly ratio: number
  readonly needed: number
}

/** The pairs of a valid theme below what WCAG 2.2 AA needs. Ratios are rounded down, so that none reads as enough. */
export const lowContrasts = (theme: Theme): readonly ContrastWarning[] =>
  pairs.flatMap(([what, foreground, background, needed]) => {
    const colors = { ...theme, ...fixed }
    const ratio = contrastOf(String(colors[foreground]), String(colors[background]))
    return ratio < needed ? [{ what, foreground, background, ratio: Math.floor(ratio * 100) / 100, needed }] : []
  })
