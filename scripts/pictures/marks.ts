import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clay, ink, leafGreen, paper } from './colour.ts'
import { curve, type Point } from './geometry.ts'
import { outline, type Voice, widthOf } from './lettering.ts'

/**
 * Writes the shop's own marks into src/theme/pictures/: wordmark, favicon and the empty cup.
 *
 *   node scripts/pictures/marks.ts
 */
const folder = join(import.meta.dirname, '../../src/theme/pictures')

const mirrored = (left: readonly Point[]): Point[] => [...left, ...[...left].reverse().map(([x, y]): Point => [-x, y])]

type Urn = {
  readonly solid: string
  readonly strokes: string
  readonly band: string
  readonly tap: string
  readonly drop: string
}

/** The samovar in outline, its foot at (0, 0), 112 tall: foot, belly with two ears, crown and the small pot on top. */
function urn(): Urn {
  const smooth = (left: readonly Point[]) => {
    const all = mirrored(left)
    return `${curve(all.slice(0, left.length))}${curve(all.slice(left.length)).replace(/^M/, 'L')}Z`
  }
  const straight = (points: readonly Point[]) => `M${points.map(([x, y]) => `${x} ${y}`).join('L')}Z`
  const belly = smooth([
    [-15, -74],
    [-24, -67],
    [-28, -56],
    [-26, -43],
    [-19, -31],
    [-11, -22],
  ])
  const foot = smooth([
    [-9, -20],
    [-12, -14],
    [-19, -9],
    [-22, -4],
    [-22, 0],
  ])
  const crown = straight(
    mirrored([
      [-14, -84],
      [-8, -79],
      [-9, -76],
    ]),
  )
  const pot = smooth([
    [-7, -106],
    [-14, -102],
    [-16, -95],
    [-11, -87],
  ])
  const spout = 'M-13 -92C-19 -92 -19 -100 -25 -102L-23 -104C-16 -103 -17 -97 -12 -98Z'
  const knob = 'M-3.500 -109a3.500 3.500 0 1 0 7 0a3.500 3.500 0 1 0 -7 0Z'
  return {
    solid: `${belly}${foot}${crown}${pot}${spout}${knob}`,
    strokes: `M-25 -64C-38 -70 -39 -48 -27 -49M25 -64C38 -70 39 -48 27 -49M14 -101C23 -103 23 -90 14 -91`,
    band: 'M-29 -63H29',
    tap: 'M-3 -47H3V-36H-3Z',
    drop: 'M0 -33C4 -28 4 -24 0 -24C-4 -24 -4 -28 0 -33Z',
  }
}

function wordmark(): string {
  const voice: Voice = { weight: 540, optical: 100, soft: 100, spread: -0.012 }
  const size = 64
  const width = Math.ceil(widthOf('Samovar', size, voice))
  const { solid, strokes, band, tap, drop } = urn()
  const letters = outline('Samovar', size, voice, ([x, y]) => [x + 62, y + 58], 'start')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width + 66} 76" role="img" aria-label="Samovar">` +
    `<g transform="translate(28 70) scale(.6)"><path d="${solid}" fill="${leafGreen}"/><path d="${strokes}" fill="none" stroke="${leafGreen}" stroke-width="5" stroke-linecap="round"/>` +
    `<path d="${band}" stroke="${paper}" stroke-width="3"/><path d="${tap}" fill="${paper}"/><path d="${drop}" fill="#E2B04A"/></g>` +
    `<path d="${letters}" fill="${ink}"/></svg>\n`
  )
}

function favicon(): string {
  const { solid, strokes, drop } = urn()
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${leafGreen}"/>` +
    `<g transform="translate(32 58.500) scale(.47)"><path d="${solid}" fill="${paper}"/><path d="${strokes}" fill="none" stroke="${paper}" stroke-width="6" stroke-linecap="round"/>` +
    `<path d="M-30 -63H30" stroke="${leafGreen}" stroke-width="4"/><path d="${drop}" transform="translate(0 27) scale(1.900)" fill="${clay}"/></g></svg>\n`
  )
}

/** For an empty cart: a cup on its saucer with nothing in it, and one leaf beside. */
function emptyCup(): string {
  const cup = `${curve([
    [44, 58],
    [48, 84],
    [62, 108],
    [82, 122],
  ])}L118 122${curve([
    [118, 122],
    [138, 108],
    [152, 84],
    [156, 58],
  ]).replace(/^M/, 'L')}A56 10 0 0 1 44 58Z`
  const shade = `${curve([
    [124, 66],
    [120, 96],
    [104, 122],
  ])}L118 122${curve([
    [118, 122],
    [138, 108],
    [152, 84],
    [156, 58],
  ]).replace(/^M/, 'L')}A56 10 0 0 1 124 66Z`
  const leaf = `${curve([
    [172, 134],
    [178, 124],
    [190, 119],
    [202, 121],
  ])}${curve([
    [202, 121],
    [197, 131],
    [186, 137],
    [172, 134],
  ]).replace(/^M/, 'L')}Z`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 220 160" role="img" aria-label="An empty cup">` +
    `<ellipse cx="116" cy="141" rx="92" ry="9" fill="#D9D2C3" fill-opacity=".7"/>` +
    `<ellipse cx="100" cy="132" rx="84" ry="12" fill="#E4DCCB"/><ellipse cx="100" cy="128" rx="84" ry="12" fill="#FFFDF8" stroke="#D9D2C3" stroke-width="1.500"/><ellipse cx="100" cy="128" rx="74" ry="9.500" fill="none" stroke="${leafGreen}" stroke-width="2"/>` +
    `<ellipse cx="104" cy="127" rx="40" ry="5" fill="#C9C0AE" fill-opacity=".7"/>` +
    `<path d="${cup}" fill="#FFFDF8" stroke="#D9D2C3" stroke-width="1.500"/><path d="${shade}" fill="#CFC6B4" fill-opacity=".6"/>` +
    `<path d="M50 72A52 10 0 0 0 150 72" fill="none" stroke="${leafGreen}" stroke-width="4"/>` +
    `<ellipse cx="100" cy="58" rx="56" ry="10" fill="#FFFDF8" stroke="#D9D2C3" stroke-width="1.500"/><ellipse cx="100" cy="59" rx="51" ry="8" fill="#E2DACA"/><path d="M50 60A51 8 0 0 1 118 51.500A60 14 0 0 0 50 60Z" fill="#C9C0AE" fill-opacity=".8"/>` +
    `<path d="M60 80c2 12 7 20 13 26" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round"/>` +
    `<path d="${leaf}" fill="#5C8A4A"/><path d="M173 133.500C182 129 192 124 200 121.500" fill="none" stroke="${leafGreen}" stroke-width="1.500"/>` +
    `</svg>\n`
  )
}

writeFileSync(join(folder, 'samovar.svg'), wordmark())
writeFileSync(join(folder, 'favicon.svg'), favicon())
writeFileSync(join(folder, 'empty-cup.svg'), emptyCup())
