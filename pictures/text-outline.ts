import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font, type PathCommand } from 'fontkit'
import wawoff2 from 'wawoff2'
import type { Point } from './geometry.ts'

/** Letters as outlines, because a machine that draws may have no fonts at all. */
export type FontStyle = {
  readonly face?: 'serif' | 'italic' | 'sans'
  readonly weight?: number
  /** Optical size: 9 is sturdy, 144 fine. */
  readonly opticalSize?: number
  readonly softness?: number
  /** Extra space between letters as a share of the size. */
  readonly letterSpacing?: number
}

const require = createRequire(import.meta.url)
const files: Record<'serif' | 'italic' | 'sans', string> = {
  serif: '@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2',
  italic: '@fontsource-variable/fraunces/files/fraunces-latin-full-italic.woff2',
  sans: '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
}

async function load(file: string): Promise<Font> {
  return create(Buffer.from(await wawoff2.decompress(readFileSync(require.resolve(file)))))
}
const faces = { serif: await load(files.serif), italic: await load(files.italic), sans: await load(files.sans) }
const extended: Partial<Record<string, Font>> = {
  serif: await load(files.serif.replace('latin-', 'latin-ext-')),
  italic: await load(files.italic.replace('latin-', 'latin-ext-')),
}

const fontCache = new Map<string, Font>()
function fontFor(face: 'serif' | 'italic' | 'sans', voice: FontStyle, far: boolean): Font {
  const axes: Record<string, number> =
    face === 'sans'
      ? { wght: voice.weight ?? 500 }
      : { wght: voice.weight ?? 500, opsz: voice.opticalSize ?? 60, SOFT: voice.softness ?? 60, WONK: 0 }
  const key = `${face} ${far} ${JSON.stringify(axes)}`
  let font = fontCache.get(key)
  if (!font) {
    font = ((far ? extended[face] : undefined) ?? faces[face]).getVariation(axes)
    fontCache.set(key, font)
  }
  return font
}

type Piece = { readonly commands: readonly PathCommand[]; readonly x: number; readonly scale: number }

/** Splits a text where the plain Latin font lacks a letter, and sets each part in the font that has it. */
function set(text: string, size: number, voice: FontStyle): { pieces: Piece[]; width: number } {
  const face = voice.face ?? 'serif'
  const plain = fontFor(face, voice, false)
  const runs: { far: boolean; text: string }[] = []
  for (const letter of text.normalize('NFC')) {
    const far = !plain.hasGlyphForCodePoint(letter.codePointAt(0)!)
    const last = runs.at(-1)
    if (last && last.far === far) last.text += letter
    else runs.push({ far, text: letter })
  }
  const pieces: Piece[] = []
  let x = 0
  for (const run of runs) {
    const font = fontFor(face, voice, run.far)
    const scale = size / font.unitsPerEm
    const laid = font.layout(run.text)
    laid.glyphs.forEach((glyph, index) => {
      const place = laid.positions[index]!
      pieces.push({ commands: glyph.path.commands, x: x + place.xOffset * scale, scale })
      x += place.xAdvance * scale + (voice.letterSpacing ?? 0) * size
    })
  }
  return { pieces, width: x - (voice.letterSpacing ?? 0) * size }
}

const letters: Record<string, string> = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
}

/** The width a text will take. */
export const widthOf = (text: string, size: number, voice: FontStyle = {}): number => set(text, size, voice).width

/**
 * The outline of a text whose baseline starts at (0, 0), each point moved by `bend`. With `anchor` 'middle' the text is
 * centred on 0.
 */
export function outline(
  text: string,
  size: number,
  voice: FontStyle = {},
  bend: (point: Point) => Point = (point) => point,
  anchor: 'start' | 'middle' = 'middle',
): string {
  const { pieces, width } = set(text, size, voice)
  const shift = anchor === 'middle' ? -width / 2 : 0
  let d = ''
  for (const piece of pieces) {
    for (const { command, args } of piece.commands) {
      d += letters[command]
      for (let index = 0; index + 1 < args.length; index += 2) {
        const [x, y] = bend([shift + piece.x + args[index]! * piece.scale, -args[index + 1]! * piece.scale])
        d += `${x.toFixed(1)} ${y.toFixed(1)} `
      }
    }
  }
  return d
}

/** Breaks a text into at most `most` lines of nearly equal width. */
export function lines(text: string, maxLines: number, size: number, voice: FontStyle, maxWidth: number): string[] {
  const words = text.split(' ')
  for (let count = 1; count <= maxLines; count++) {
    const limit = count === maxLines ? Number.POSITIVE_INFINITY : maxWidth
    const best = splitEvenly(words, count, size, voice)
    if (best && Math.max(...best.map((row) => widthOf(row, size, voice))) <= limit) return best
  }
  return [text]
}

function splitEvenly(words: readonly string[], count: number, size: number, voice: FontStyle): string[] | undefined {
  if (count > words.length) return undefined
  if (count === 1) return [words.join(' ')]
  let best: string[] | undefined
  let bestWidth = Number.POSITIVE_INFINITY
  for (let first = 1; first <= words.length - count + 1; first++) {
    const rest = splitEvenly(words.slice(first), count - 1, size, voice)
    if (!rest) continue
    const rows = [words.slice(0, first).join(' '), ...rest]
    const width = Math.max(...rows.map((row) => widthOf(row, size, voice)))
    if (width < bestWidth) {
      bestWidth = width
      best = rows
    }
  }
  return best
}
