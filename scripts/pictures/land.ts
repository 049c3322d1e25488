import { lift, mix } from './colour.ts'
import { curve, ellipse, line, type Point, polygon } from './geometry.ts'
import type { Scene } from './plates.ts'
import type { Random } from './random.ts'
import type { Hour } from './sky.ts'

/** Parts of landscapes: sky, ridges, mist, tea rows, trees, houses, water. Sizes follow the scene's width. */

export function heavens(scene: Scene, hour: Hour, random: Random, horizon: number): void {
  const { width, height } = scene
  scene.paint(`<rect width="${width}" height="${height}" fill="${hour.sky[2]}"/>`)
  scene.paint(
    `<rect width="${width}" height="${horizon * 1.1}" fill="${scene.gradient(
      [0, 0],
      [0, horizon * 1.1],
      [
        [0, hour.sky[0]],
        [0.5, hour.sky[1]],
        [1, hour.sky[2]],
      ],
    )}"/>`,
  )
  const [x, y] = [width * hour.sunAt[0], height * hour.sunAt[1]]
  const reach = Math.min(width, height) * 0.075
  scene.light(
    `<circle cx="${x}" cy="${y}" r="${reach * 3.4}" fill="${scene.glow(x, y, reach * 3.4, [
      [0, '#fff1cf', 0.55],
      [1, '#fff1cf', 0],
    ])}"/>`,
  )
  scene.paint(`<circle cx="${x}" cy="${y}" r="${reach}" fill="${hour.sun}"/>`)
  for (let index = 0; index < 5; index++)
    cloud(
      scene,
      random.next() * width,
      horizon * random.between(0.12, 0.75),
      width * random.between(0.1, 0.24),
      mix(hour.sky[2], '#ffffff', 0.35),
      random,
    )
}

/** A flat-bottomed bar of cloud. */
function cloud(scene: Scene, x: number, y: number, reach: number, colour: string, random: Random): void {
  const top: Point[] = Array.from(
    { length: 7 },
    (_, index): Point => [
      x - reach + (index / 6) * reach * 2,
      y - Math.sin((index / 6) * Math.PI) * reach * random.between(0.1, 0.24),
    ],
  )
  scene.paint(
    `<path d="${curve(top)}L${x + reach * 0.8} ${y + 7}L${x - reach * 0.7} ${y + 7}Z" fill="${colour}" fill-opacity=".6"/>`,
  )
}

/** A mountain ridge from edge to edge; `sharp` 0 gives downs, 1 gives peaks. Answers its line. */
export function ridge(width: number, base: number, swing: number, sharp: number, random: Random, steps = 16): Point[] {
  let height = random.bell()
  const raw: number[] = []
  for (let index = 0; index <= steps; index++) {
    height = height * 0.55 + random.bell() * 0.9
    raw.push(height)
  }
  const points: Point[] = []
  for (let index = 0; index <= steps; index++) {
    const x = -40 + (index / steps) * (width + 80)
    points.push([x, base - raw[index]! * swing])
    if (sharp > 0 && index < steps) {
      const next = raw[index + 1]!
      const share = random.between(0.35, 0.65)
      const rough = (raw[index]! + (next - raw[index]!) * share) * swing + random.bell() * swing * 0.34 * sharp
      points.push([x + (share * (width + 80)) / steps, base - rough])
    }
  }
  return points
}

export const under = (points: readonly Point[], scene: Scene, soft = true): string =>
  `${soft ? curve(points) : line(points)}L${scene.width + 60} ${scene.height + 20}L-60 ${scene.height + 20}Z`

/** A ridge with light on the slopes that face the sun and mist in its foot. */
export function mountain(
  scene: Scene,
  points: readonly Point[],
  colour: string,
  hour: Hour,
  mist: number,
  soft: boolean,
): void {
  const d = under(points, scene, soft)
  const low = Math.max(...points.map(([, y]) => y))
  const high = Math.min(...points.map(([, y]) => y))
  let shadows = ''
  for (let index = 1; index + 1 < points.length; index++) {
    const [peak, next] = [points[index]!, points[index + 1]!]
    if (peak[1] < points[index - 1]![1] && peak[1] < next[1]) {
      const drop = (low - peak[1]) * 0.9 + 50
      shadows += polygon([
        peak,
        next,
        [next[0] + drop * 0.2, next[1] + drop * 0.55],
        [peak[0] + drop * 0.16, peak[1] + drop],
        [peak[0] + drop * 0.02, peak[1] + drop * 0.45],
      ])
    }
  }
  scene.shape(d, colour, {
    shade: `<path d="${shadows}" fill="${lift(colour, 0.12)}" fill-opacity=".5"/>`,
    stipple: `<rect x="-60" y="${high}" width="${scene.width + 120}" height="${low - high + 160}" fill="${scene.gradient(
      [0, high],
      [0, low + 60],
      [
        [0, '#55606a', 0.34],
        [1, '#55606a', 0],
      ],
    )}"/>`,
  })
  if (mist > 0) {
    const top = low - (low - high) * 0.35
    scene.inside(d, {
      paint: `<rect x="-60" y="${top}" width="${scene.width + 120}" height="${scene.height}" fill="${scene.gradient(
        [0, top],
        [0, low + 190],
        [
          [0, mix(hour.air, hour.sky[2], 0.6), 0],
          [1, mix(hour.air, hour.sky[2], 0.7), mist],
        ],
      )}"/>`,
    })
  }
}

/** A long bank of mist with a soft top and bottom. */
export function mistBank(
  scene: Scene,
  y: number,
  thick: number,
  colour: string,
  opacity: number,
  random: Random,
): void {
  const { width } = scene
  for (let index = 0; index < 3; index++) {
    const cx = random.between(-0.1, 1.1) * width
    const rx = width * random.between(0.35, 0.7)
    const ry = thick * random.between(0.35, 0.6)
    scene.paint(
      `<path d="${ellipse(cx, y + random.bell() * thick * 0.3, rx, ry)}" fill="${colour}" fill-opacity="${opacity}" filter="${scene.blur(Math.round(thick * 0.22))}"/>`,
    )
  }
}

/**
 * Rows of clipped tea bushes on a slope. `slope(share)` gives the line of the row at depth `share` (0 far, 1 near) as a
 * height for each x; nearer rows are thicker.
 */
export function teaRows(
  scene: Scene,
  slope: (share: number, x: number) => number,
  rows: number,
  [far, near]: readonly [number, number],
  colours: readonly [string, string],
  random: Random,
  span: readonly [number, number] = [-40, scene.width + 40],
): void {
  for (let row = 0; row < rows; row++) {
    const share = row / Math.max(1, rows - 1)
    const thick = far + (near - far) * share ** 1.5
    const colour = lift(mix(colours[0], colours[1], share), random.bell() * 0.018)
    const step = Math.max(9, thick * 0.62)
    const top: Point[] = []
    for (let x = span[0]; x <= span[1]; x += step)
      top.push([x, slope(share, x) - thick * (0.88 + random.next() * 0.26)])
    const bottom = top.map(([x]): Point => [x, slope(share, x) + thick * 0.34]).reverse()
    const body = `${curve(top)}${line(bottom).replace(/^M/, 'L')}Z`
    scene.shape(body, colour)
    scene.shade(
      `<path d="${curve(top.map(([x, y]): Point => [x, y + thick * 0.62]))}${line(bottom).replace(/^M/, 'L')}Z" fill="${mix(lift(colour, -0.06), '#6f8379', 0.5)}" fill-opacity=".8"/>`,
    )
    if (thick > 10) {
      let tips = ''
      for (let x = span[0]; x < span[1]; x += step * 0.55) {
        const y = slope(share, x) - thick * random.between(0.55, 0.98)
        tips += `M${x.toFixed(0)} ${y.toFixed(0)}l${(thick * 0.1).toFixed(1)} ${(-thick * 0.24).toFixed(1)}l${(thick * 0.11).toFixed(1)} ${(thick * 0.2).toFixed(1)}Z`
      }
      scene.paint(`<path d="${tips}" fill="${lift(colour, 0.09)}"/>`)
    }
    scene.light(
      `<path d="${curve(top.map(([x, y]): Point => [x, y + thick * 0.1]))}" fill="none" stroke="#fff0b8" stroke-width="${Math.max(2, thick * 0.15)}" stroke-opacity=".3" stroke-linecap="round"/>`,
    )
  }
}

/** A broad tree as a heap of round masses. */
export function tree(scene: Scene, x: number, y: number, tall: number, colour: string, random: Random): void {
  scene.shape(
    polygon([
      [x - tall * 0.035, y],
      [x + tall * 0.035, y],
      [x + tall * 0.02, y - tall * 0.5],
      [x - tall * 0.02, y - tall * 0.5],
    ]),
    mix(lift(colour, -0.12), '#4a3327', 0.5),
  )
  for (let index = 0; index < 7; index++) {
    const angle = (index / 7) * 6.28
    const [cx, cy] = [x + Math.cos(angle) * tall * 0.2, y - tall * 0.65 + Math.sin(angle) * tall * 0.17]
    const reach = tall * random.between(0.15, 0.22)
    const mass = Array.from({ length: 10 }, (_, corner): Point => {
      const a = (corner / 10) * 6.28
      const r = reach * random.between(0.88, 1.14)
      return [cx + Math.cos(a) * r, cy + Math.sin(a) * r * 0.86]
    })
    const d = curve(mass, true)
    scene.shape(d, lift(colour, random.bell() * 0.02), {
      shade: `<path d="${d}" fill="#5d7068" fill-opacity=".55"/><path d="${d}" transform="translate(${-reach * 0.3} ${-reach * 0.36})" fill="#fff"/>`,
      light: `<path d="${ellipse(cx - reach * 0.35, cy - reach * 0.4, reach * 0.4, reach * 0.26)}" fill="#fff0b8" fill-opacity=".24"/>`,
    })
  }
}

/** A pine with flat cloud-like layers, as painters like them. */
export function pine(scene: Scene, x: number, y: number, tall: number, colour: string, random: Random): void {
  const lean = random.between(-0.2, 0.2) * tall
  scene.paint(
    `<path d="${curve([
      [x, y],
      [x + lean * 0.25, y - tall * 0.4],
      [x + lean * 0.6, y - tall * 0.7],
      [x + lean, y - tall],
    ])}" fill="none" stroke="${mix(lift(colour, -0.1), '#4a3327', 0.6)}" stroke-width="${tall * 0.045}" stroke-linecap="round"/>`,
  )
  for (let index = 0; index < 5; index++) {
    const share = 0.42 + index * 0.14
    const [cx, cy] = [x + lean * share + (index % 2 ? 1 : -1) * tall * 0.14 * (1.1 - share), y - tall * share]
    const rx = tall * (0.32 - index * 0.04)
    const d = curve(
      [
        [cx - rx, cy + rx * 0.12],
        [cx - rx * 0.6, cy - rx * 0.2],
        [cx - rx * 0.1, cy - rx * 0.3],
        [cx + rx * 0.5, cy - rx * 0.22],
        [cx + rx, cy + rx * 0.1],
        [cx + rx * 0.4, cy + rx * 0.16],
        [cx - rx * 0.4, cy + rx * 0.17],
      ],
      true,
    )
    scene.shape(d, colour, {
      light: `<path d="${d}" fill="#fff0b8" fill-opacity=".16"/><path d="${d}" transform="translate(${rx * 0.06} ${rx * 0.1})" fill="#000"/>`,
    })
  }
}

/** A house with a deep roof. */
export function house(scene: Scene, x: number, y: number, wide: number, roof: string, wall: string): void {
  const tall = wide * 0.42
  scene.shape(
    polygon([
      [x - wide * 0.42, y - tall],
      [x + wide * 0.42, y - tall],
      [x + wide * 0.42, y],
      [x - wide * 0.42, y],
    ]),
    wall,
  )
  scene.shade(
    `<path d="${polygon([
      [x + wide * 0.12, y - tall],
      [x + wide * 0.42, y - tall],
      [x + wide * 0.42, y],
      [x + wide * 0.12, y],
    ])}" fill="#7a7468" fill-opacity=".45"/>`,
  )
  for (const at of [-0.24, 0.02, 0.26])
    scene.paint(
      `<rect x="${x + at * wide - wide * 0.04}" y="${y - tall * 0.62}" width="${wide * 0.08}" height="${tall * (at === 0.02 ? 0.62 : 0.3)}" fill="${mix(roof, '#2b2622', 0.35)}"/>`,
    )
  const eaves = curve([
    [x - wide * 0.62, y - tall * 0.98],
    [x - wide * 0.34, y - tall * 1.3],
    [x - wide * 0.24, y - tall * 1.72],
  ])
  const back = curve([
    [x + wide * 0.24, y - tall * 1.72],
    [x + wide * 0.34, y - tall * 1.3],
    [x + wide * 0.62, y - tall * 0.98],
  ])
  scene.shape(`${eaves}${back.replace(/^M/, 'L')}Z`, roof, {
    shade: `<path d="${polygon([
      [x + wide * 0.1, y - tall * 2],
      [x + wide * 0.7, y - tall * 2],
      [x + wide * 0.7, y],
      [x + wide * 0.16, y],
    ])}" fill="#6b6560" fill-opacity=".4"/>`,
    light: `<path d="${curve([
      [x - wide * 0.24, y - tall * 1.7],
      [x + wide * 0.24, y - tall * 1.7],
    ])}" fill="none" stroke="#fff0cf" stroke-width="${wide * 0.025}" stroke-opacity=".6"/>`,
  })
}

/** Still water with bars of light. */
export function water(scene: Scene, d: string, colour: string, top: number, bottom: number, random: Random): void {
  const { width } = scene
  let bars = ''
  for (let index = 0; index < 46; index++) {
    const share = random.next() ** 1.4
    const y = top + (bottom - top) * share
    const long = width * (0.03 + 0.13 * share) * random.between(0.5, 1.3)
    bars += ellipse(random.next() * width, y, long, 1.6 + share * 3.4)
  }
  scene.shape(d, colour, {
    paint: `<rect x="-60" y="${top}" width="${width + 120}" height="${bottom - top + 60}" fill="${scene.gradient(
      [0, top],
      [0, bottom],
      [
        [0, lift(colour, 0.1)],
        [1, lift(colour, -0.04)],
      ],
    )}"/><path d="${bars}" fill="${lift(colour, 0.13)}" fill-opacity=".7"/>`,
  })
}

/** A few birds far away. */
export function birds(scene: Scene, x: number, y: number, size: number, colour: string, random: Random): void {
  let d = ''
  for (let index = 0; index < 6; index++) {
    const [bx, by] = [x + random.bell() * size * 5, y + random.bell() * size * 2]
    const reach = size * random.between(0.6, 1)
    d += curve([
      [bx - reach, by - reach * 0.3],
      [bx - reach * 0.4, by - reach * 0.45],
      [bx, by],
      [bx + reach * 0.4, by - reach * 0.45],
      [bx + reach, by - reach * 0.25],
    ])
  }
  scene.paint(
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${Math.max(3, size * 0.13)}" stroke-linecap="round"/>`,
  )
}

/** A picker with hat and basket, small among the rows. */
export function picker(scene: Scene, x: number, y: number, tall: number, coat: string): void {
  scene.shape(
    curve(
      [
        [x - tall * 0.16, y],
        [x - tall * 0.19, y - tall * 0.45],
        [x - tall * 0.05, y - tall * 0.62],
        [x + tall * 0.12, y - tall * 0.58],
        [x + tall * 0.17, y],
      ],
      true,
    ),
    coat,
  )
  scene.shape(
    curve(
      [
        [x + tall * 0.08, y - tall * 0.52],
        [x + tall * 0.32, y - tall * 0.5],
        [x + tall * 0.28, y - tall * 0.18],
        [x + tall * 0.12, y - tall * 0.16],
      ],
      true,
    ),
    '#B98A4B',
  )
  scene.shape(
    polygon([
      [x - tall * 0.32, y - tall * 0.66],
      [x, y - tall * 0.96],
      [x + tall * 0.3, y - tall * 0.64],
      [x, y - tall * 0.58],
    ]),
    '#E3C684',
  )
  scene.shade(
    `<path d="${polygon([
      [x + tall * 0.02, y - tall * 0.94],
      [x + tall * 0.3, y - tall * 0.64],
      [x + tall * 0.03, y - tall * 0.6],
    ])}" fill="#8a6a3c" fill-opacity=".4"/>`,
  )
}
