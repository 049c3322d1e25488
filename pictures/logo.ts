import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clay, ink, leafGreen, paper } from './colour.ts'
import { curve, type Point } from './geometry.ts'
import { type FontStyle, outline, widthOf } from './text-outline.ts'

/**
 * Writes the shop's logo and favicon into src/faces/storefront/pictures/.
 *
 *   node pictures/logo.ts
 */
const folder = join(import.meta.dirname, '../src/faces/storefront/pictures')

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
  const voice: FontStyle = { weight: 540, opticalSize: 100, softness: 100, letterSpacing: -0.012 }
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

writeFileSync(join(folder, 'samovar.svg'), wordmark())
writeFileSync(join(folder, 'favicon.svg'), favicon())
