import type { Font } from 'fontkit'
import sharp from 'sharp'
import { openPicture } from '../../../things/media/upload-files.ts'
import displayFont from '../fonts/fraunces-display-latin.woff2?inline'

/** The size that Open Graph recommends. */
const WIDTH = 1200
const HEIGHT = 630
const PANEL_WIDTH = 620
const MARGIN = 64
const PAPER = '#fbf8f1'
const INK = '#1d2723'
const LEAF = '#1f4433'
const CLAY = '#a84b25'

const SITE_SIZE = 30
const MAX_TITLE_LENGTH = 300
/** Font sizes of the title in px with the lines that fit, largest first. */
const titleSizes = [
  [68, 4],
  [56, 5],
  [44, 7],
] as const

let font: Promise<Font> | undefined
const loadFont = async (): Promise<Font> => {
  const { create } = await import('fontkit')
  return create(Buffer.from(displayFont.slice(displayFont.indexOf(',') + 1), 'base64'))
}

type Shared = { readonly title: string; readonly siteTitle: string; readonly picture: Buffer | null }

/** The Open Graph picture of a post: its title and the shop's name, beside its picture. */
export async function drawSharePicture({ title, siteTitle, picture }: Shared): Promise<Buffer> {
  font ??= loadFont()
  const display = await font
  const side = picture && (await besidePanel(picture))
  const width = (side ? PANEL_WIDTH : WIDTH) - 2 * MARGIN
  const { size, lines } = fitTitle(display, readable(display, title.slice(0, MAX_TITLE_LENGTH)), width)
  const drawing = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect x="${MARGIN}" y="${MARGIN}" width="56" height="6" fill="${CLAY}"/>`,
    ...lines.map((line, at) => outline(display, line, { size, y: MARGIN + 40 + size * (0.9 + at * 1.14), fill: INK })),
    outline(display, readable(display, siteTitle), { size: SITE_SIZE, y: HEIGHT - MARGIN, fill: LEAF }),
    '</svg>',
  ].join('')
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: PAPER } })
    .composite([
      { input: Buffer.from(drawing), left: 0, top: 0 },
      ...(side ? [{ input: side, left: PANEL_WIDTH, top: 0 }] : []),
    ])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
}

/** Removes characters that the font does not have. */
const readable = (display: Font, text: string): string =>
  text.replaceAll(/./gsu, (letter) => (display.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : ''))

/** The picture beside the text; null if it cannot be read. */
const besidePanel = (picture: Buffer): Promise<Buffer | null> =>
  openPicture(picture)
    .autoOrient()
    .resize({ width: WIDTH - PANEL_WIDTH, height: HEIGHT, fit: 'cover', position: 'attention' })
    .flatten({ background: PAPER })
    .png()
    .toBuffer()
    .catch(() => null)

type Fitted = { readonly size: number; readonly lines: readonly string[] }

function fitTitle(display: Font, title: string, width: number): Fitted {
  let fitted: Fitted = { size: 0, lines: [] }
  for (const [size, maxLines] of titleSizes) {
    const lines = wrap(title, (text) => widthOf(display, text, size) <= width)
    if (lines.length <= maxLines) return { size, lines }
    fitted = { size, lines: [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]} …`] }
  }
  return fitted
}

/** Breaks a text between words. A word that does not fit stays whole and is cut at the edge of its panel. */
function wrap(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

const widthOf = (display: Font, text: string, size: number): number =>
  display.layout(text).positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) * (size / display.unitsPerEm)

type Place = { readonly size: number; readonly y: number; readonly fill: string }

/** A line of text as SVG outlines: the machine may have no fonts, and a title cannot become markup. */
function outline(display: Font, text: string, { size, y, fill }: Place): string {
  const scale = size / display.unitsPerEm
  const { glyphs, positions } = display.layout(text)
  let x = 0
  const paths = glyphs.map((glyph, at) => {
    const path = `<path transform="translate(${x} 0)" d="${glyph.path.toSVG()}"/>`
    x += positions[at]?.xAdvance ?? 0
    return path
  })
  return `<g fill="${fill}" transform="translate(${MARGIN} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`
}
