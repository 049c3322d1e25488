import type { TeaKind } from '../db/seed/types.ts'

export const paper = '#FBF8F1'
export const ink = '#1D2723'
export const leafGreen = '#2C5A45'
export const clay = '#A84B25'

export type Tint = {
  /** Wall behind the table. */
  readonly wall: string
  /** Table top. */
  readonly table: string
  /** Body of a tin or pouch. */
  readonly deep: string
  /** Second body colour. */
  readonly other: string
  /** One bright spot: a lid, a ribbon, a sun. */
  readonly spark: string
}

/** One family of colours for each kind of tea, and one for teaware. */
export const tints: Readonly<Record<TeaKind | 'ware', readonly Tint[]>> = {
  white: [
    { wall: '#DDE0D3', table: '#F1EBDD', deep: '#8C9C86', other: '#E9E3D0', spark: '#C98A4B' },
    { wall: '#E6DDCB', table: '#F4EEE2', deep: '#A79A7C', other: '#F0E9D8', spark: '#7E9A83' },
    { wall: '#D3DCDC', table: '#EFEBE0', deep: '#6F8A8C', other: '#ECE6D6', spark: '#D3A24C' },
  ],
  green: [
    { wall: '#C4D3B5', table: '#EFE9D6', deep: '#2C5A45', other: '#8FAF6B', spark: '#E2B04A' },
    { wall: '#D7DDBB', table: '#F3ECDA', deep: '#4F7A3C', other: '#DDE2B4', spark: '#C8663A' },
    { wall: '#B7CDBE', table: '#EEE8D8', deep: '#23594F', other: '#A5C08A', spark: '#EBC36A' },
    { wall: '#DDE0C8', table: '#EDE3CC', deep: '#6B8B3D', other: '#F0EBCB', spark: '#2C5A45' },
  ],
  yellow: [
    { wall: '#EBD69A', table: '#F6EEDA', deep: '#B5821E', other: '#F4E3AE', spark: '#2C5A45' },
    { wall: '#E9DDB5', table: '#F3EAD3', deep: '#9C7A22', other: '#F2D98C', spark: '#A84B25' },
  ],
  oolong: [
    { wall: '#B9CCC9', table: '#F0E7D5', deep: '#28595F', other: '#E3B261', spark: '#D9823B' },
    { wall: '#E2CFA6', table: '#F4ECDB', deep: '#33685F', other: '#C98B3F', spark: '#B4512B' },
    { wall: '#C9D2BC', table: '#EFE6D2', deep: '#8A6A2B', other: '#3D6B5B', spark: '#E7BE62' },
  ],
  black: [
    { wall: '#E6BFA1', table: '#F5EADA', deep: '#8A2F22', other: '#E0A34A', spark: '#F0C873' },
    { wall: '#DDB5A0', table: '#F3E7D8', deep: '#6E2A2B', other: '#C7693C', spark: '#E9B24F' },
    { wall: '#EACB98', table: '#F6EDDC', deep: '#A84B25', other: '#5B2A26', spark: '#2F5F5A' },
    { wall: '#C9C6BC', table: '#F1E8D9', deep: '#9B3A2A', other: '#E7C47E', spark: '#E9A93F' },
  ],
  dark: [
    { wall: '#C9B19B', table: '#EFE4D2', deep: '#43302B', other: '#B9803F', spark: '#C9502D' },
    { wall: '#B9AFA6', table: '#EDE3D3', deep: '#5A3A2C', other: '#D6B27A', spark: '#8F2E2B' },
    { wall: '#D2BB91', table: '#F2E8D5', deep: '#3B3433', other: '#A9762F', spark: '#B9482A' },
  ],
  herbal: [
    { wall: '#EBC9BD', table: '#F7EEE2', deep: '#A4424A', other: '#F1C6A0', spark: '#EDB94F' },
    { wall: '#D9D3E0', table: '#F3ECE4', deep: '#6C5486', other: '#E8C9C9', spark: '#E3A13E' },
    { wall: '#F0D9A8', table: '#F8F0DF', deep: '#C2632B', other: '#F6E2B0', spark: '#4E7A50' },
    { wall: '#C8DAC6', table: '#F2ECDC', deep: '#3F7258', other: '#E9E4BE', spark: '#E08A55' },
  ],
  ware: [
    { wall: '#D5D9CB', table: '#F1EADB', deep: '#2C5A45', other: '#C9B48E', spark: '#C8663A' },
    { wall: '#E5D3B8', table: '#F5EDDF', deep: '#7B5A34', other: '#A9B79B', spark: '#2C5A45' },
    { wall: '#C6D1D0', table: '#F0EADD', deep: '#33565E', other: '#E0C594', spark: '#D38A45' },
    { wall: '#E4CBBB', table: '#F6EDE2', deep: '#8A4633', other: '#B9C1A4', spark: '#E2B04A' },
  ],
}

type Rgb = readonly [number, number, number]

function parse(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1, 7), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

function write(rgb: Rgb): string {
  const channel = (value: number) =>
    Math.round(Math.min(255, Math.max(0, value)))
      .toString(16)
      .padStart(2, '0')
  return `#${channel(rgb[0])}${channel(rgb[1])}${channel(rgb[2])}`
}

const toLinear = (value: number) => (value / 255) ** 2.2
const toScreen = (value: number) => 255 * Math.max(0, value) ** (1 / 2.2)

function toLab(hex: string): Rgb {
  const [red, green, blue] = parse(hex).map(toLinear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromLab([lightness, a, b]: Rgb): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return write([
    toScreen(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toScreen(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toScreen(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ])
}

/** `share` 0 gives the first colour, 1 the second; mixed the way an eye expects (OKLab). */
export function mix(first: string, second: string, share: number): string {
  const [a, b] = [toLab(first), toLab(second)]
  return fromLab([0, 1, 2].map((index) => a[index]! + (b[index]! - a[index]!) * share) as unknown as Rgb)
}

/** Lightens (above 0) or darkens (below 0) by a share of OKLab lightness. */
export function lift(colour: string, amount: number): string {
  const [lightness, a, b] = toLab(colour)
  return fromLab([Math.min(1, Math.max(0, lightness + amount)), a, b])
}

/** More (above 1) or less colourful. */
export function saturate(colour: string, factor: number): string {
  const [lightness, a, b] = toLab(colour)
  return fromLab([lightness, a * factor, b * factor])
}

/** 0 black to 1 white. */
export const lightnessOf = (colour: string): number => toLab(colour)[0]

/** Red to yellow rather than green to blue. */
export function isWarm(colour: string): boolean {
  const [red, green, blue] = parse(colour)
  return red > green && red > blue
}

/** Blue above all, like the petals of cornflowers. */
export function isBlue(colour: string): boolean {
  const [red, green, blue] = parse(colour)
  return blue > red && blue > green
}
