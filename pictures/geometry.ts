/** Points and paths. Angles are radians, y grows downwards. */
export type Point = readonly [number, number]

const at = (value: number) => Math.round(value * 10) / 10
const pair = (point: Point) => `${at(point[0])} ${at(point[1])}`

export const line = (points: readonly Point[]): string => `M${points.map(pair).join('L')}`
export const polygon = (points: readonly Point[]): string => `${line(points)}Z`

/** A smooth curve through all points (Catmull-Rom written as cubic pieces). */
export function curve(points: readonly Point[], closed = false): string {
  const count = points.length
  const point = (index: number): Point =>
    closed ? points[(index + count) % count]! : points[Math.min(count - 1, Math.max(0, index))]!
  let path = `M${pair(point(0))}`
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const [before, from, to, after] = [point(index - 1), point(index), point(index + 1), point(index + 2)]
    const first: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const second: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    path += `C${pair(first)} ${pair(second)} ${pair(to)}`
  }
  return closed ? `${path}Z` : path
}

export const ellipse = (x: number, y: number, rx: number, ry: number): string =>
  `M${at(x - rx)} ${at(y)}A${at(rx)} ${at(ry)} 0 1 1 ${at(x + rx)} ${at(y)}A${at(rx)} ${at(ry)} 0 1 1 ${at(x - rx)} ${at(y)}Z`

export const box = (x: number, y: number, width: number, height: number, radius = 0): string =>
  radius === 0
    ? polygon([
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ])
    : `M${at(x + radius)} ${at(y)}h${at(width - 2 * radius)}a${at(radius)} ${at(radius)} 0 0 1 ${at(radius)} ${at(radius)}` +
      `v${at(height - 2 * radius)}a${at(radius)} ${at(radius)} 0 0 1 ${at(-radius)} ${at(radius)}` +
      `h${at(-(width - 2 * radius))}a${at(radius)} ${at(radius)} 0 0 1 ${at(-radius)} ${at(-radius)}` +
      `v${at(-(height - 2 * radius))}a${at(radius)} ${at(radius)} 0 0 1 ${at(radius)} ${at(-radius)}Z`

export const turn = ([x, y]: Point, angle: number): Point => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
]

/** A round shape with a wandering edge; `wander` is the share of the radius. */
export function blob(
  x: number,
  y: number,
  rx: number,
  ry: number,
  wander: number,
  next: () => number,
  corners = 14,
): Point[] {
  const phase = next() * Math.PI * 2
  return Array.from({ length: corners }, (_, index): Point => {
    const angle = phase + (index / corners) * Math.PI * 2
    const reach = 1 + (next() - 0.5) * 2 * wander
    return [x + Math.cos(angle) * rx * reach, y + Math.sin(angle) * ry * reach]
  })
}

/** Half widths along a height: the outline of a thing turned on a wheel. */
export type Profile = readonly { readonly y: number; readonly r: number }[]

/** Reads a profile between its given heights, smoothly. */
export function profileAt(profile: Profile, y: number): number {
  const first = profile[0]!
  const last = profile[profile.length - 1]!
  if (y <= first.y) return first.r
  if (y >= last.y) return last.r
  const index = profile.findIndex((step) => step.y > y)
  const below = profile[index - 1]!
  const above = profile[index]!
  const share = (y - below.y) / (above.y - below.y)
  return below.r + (above.r - below.r) * (share * share * (3 - 2 * share))
}

/** Points down the left side, around the foot's curve and up the right side. `flat` is the depth of an ellipse per half width. */
export function turned(x: number, profile: Profile, flat: number): string {
  const left: Point[] = profile.map(({ y, r }): Point => [x - r, y])
  const right: Point[] = [...profile].reverse().map(({ y, r }): Point => [x + r, y])
  const foot = profile[profile.length - 1]!
  const rim = profile[0]!
  return (
    `${curve(left)}A${at(foot.r)} ${at(foot.r * flat)} 0 0 0 ${pair([x + foot.r, foot.y])}` +
    `${curve(right).replace(/^M/, 'L')}A${at(rim.r)} ${at(rim.r * flat)} 0 0 0 ${pair([x - rim.r, rim.y])}Z`
  )
}
