import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clay, gold, ink, leafGreen, paper } from './colour.ts'
import { curve, type Point } from './geometry.ts'
import { outline, type Voice, widthOf } from './lettering.ts'

/**
 * Writes the shop's own marks into src/theme/pictures/: wordmark, favicon and the empty cup.
 *
 *   node scripts/pictures/marks.ts
 */
const folder = join(import.meta.dirname, '../../src/theme/pictures')

const mirrored = (left: readonly Point[]): Point[] => [...left, ...[...left].reverse().map(([x, y]): Point => [-x, y])]

/** The samovar in outline, its foot at (0, 0), 100 tall: foot, body with two ears, crown, a leaf of steam. */
function urn(): { readonly solid: string; readonly ears: string; readonly leaf: string } {
  const body = mirrored([
    [-4, -70],
    [-13, -68],
    [-20, -63],
    [-24, -54],
    [-23, -44],
    [-17, -33],
    [-10, -24],
    [-9, -19],
    [-13, -13],
    [-18, -8],
    [-19, -3],
    [-19, 0],
  ])
  const crown = mirrored([
    [-13, -79],
    [-9, -76],
    [-7, -72],
  ])
  const straight = (points: readonly Point[]) => `M${points.map(([x, y]) => `${x} ${y}`).join('L')}Z`
  return {
    solid: `${curve(body.slice(0, body.length / 2))}${curve(body.slice(body.length / 2)).replace(/^M/, 'L')}Z${straight(crown)}`,
    ears:
      curve([
        [-22, -60],
        [-32, -63],
        [-34, -53],
        [-29, -46],
        [-23, -45],
      ]) +
      curve([
        [22, -60],
        [32, -63],
        [34, -53],
        [29, -46],
        [23, -45],
      ]),
    leaf: `${curve([
      [0, -82],
      [-7, -88],
      [-7, -95],
      [1, -102],
    ])}${curve([
      [1, -102],
      [7, -95],
      [6, -88],
      [0, -82],
    ]).replace(/^M/, 'L')}Z`,
  }
}

function wordmark(): string {
  const voice: Voice = { weight: 540, optical: 100, soft: 100, spread: -0.012 }
  const size = 64
  const width = Math.ceil(widthOf('Samovar', size, voice))
  const { solid, ears, leaf } = urn()
  const letters = outline('Samovar', size, voice, ([x, y]) => [x + 62, y + 56], 'start')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width + 66} 72" role="img" aria-label="Samovar">` +
    `<g transform="translate(27 62) scale(.58)"><path d="${solid}" fill="${leafGreen}"/><path d="${ears}" fill="none" stroke="${leafGreen}" stroke-width="5" stroke-linecap="round"/><path d="${leaf}" fill="${clay}"/><path d="M-3 -31h6v9h-6z" fill="${paper}"/><path d="M-23.400 -53h46.800" stroke="${paper}" stroke-width="2.500"/></g>` +
    `<path d="${letters}" fill="${ink}"/></svg>\n`
  )
}

function favicon(): string {
  const { solid, ears, leaf } = urn()
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${leafGreen}"/>` +
    `<g transform="translate(32 57) scale(.5)"><path d="${solid}" fill="${paper}"/><path d="${ears}" fill="none" stroke="${paper}" stroke-width="6" stroke-linecap="round"/><path d="${leaf}" fill="#E2B04A"/><path d="M-3.500 -31h7v10h-7z" fill="${leafGreen}"/></g></svg>\n`
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
    `<circle cx="30" cy="136" r="2" fill="${gold}"/></svg>\n`
  )
}

writeFileSync(join(folder, 'samovar.svg'), wordmark())
writeFileSync(join(folder, 'favicon.svg'), favicon())
writeFileSync(join(folder, 'empty-cup.svg'), emptyCup())
