import { lift, mix } from '../colour.ts'
import { curve, ellipse, line, polygon } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import type { TimeOfDay } from './sky.ts'

/** What people bring into a landscape, and the birds. */

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

export function boat(scene: Scene, x: number, y: number, wide: number, hour: TimeOfDay): void {
  scene.paint(
    `<path d="${ellipse(x, y + wide * 0.1, wide * 0.6, wide * 0.06)}" fill="${lift(hour.land, -0.06)}" fill-opacity=".35"/>`,
  )
  scene.shape(
    curve(
      [
        [x - wide * 0.5, y - wide * 0.07],
        [x - wide * 0.3, y + wide * 0.06],
        [x + wide * 0.3, y + wide * 0.07],
        [x + wide * 0.52, y - wide * 0.09],
        [x + wide * 0.2, y - wide * 0.02],
        [x - wide * 0.2, y - wide * 0.02],
      ],
      true,
    ),
    '#5B3A2C',
  )
  scene.shape(
    curve(
      [
        [x - wide * 0.16, y - wide * 0.01],
        [x - wide * 0.12, y - wide * 0.17],
        [x + wide * 0.1, y - wide * 0.17],
        [x + wide * 0.16, y - wide * 0.01],
      ],
      true,
    ),
    '#C99A55',
  )
  scene.paint(
    `<path d="${line([
      [x + wide * 0.3, y + wide * 0.02],
      [x + wide * 0.44, y - wide * 0.5],
    ])}" fill="none" stroke="#5B3A2C" stroke-width="${wide * 0.018}"/>`,
  )
}

export function smoke(scene: Scene, x: number, y: number, tall: number, hour: TimeOfDay): void {
  const d = curve(
    [
      [x, y],
      [x - tall * 0.06, y - tall * 0.3],
      [x + tall * 0.1, y - tall * 0.6],
      [x + tall * 0.04, y - tall],
      [x + tall * 0.22, y - tall * 0.62],
      [x + tall * 0.06, y - tall * 0.3],
      [x + tall * 0.05, y],
    ],
    true,
  )
  scene.paint(
    `<path d="${d}" fill="${mix(hour.sky[2], '#ffffff', 0.4)}" fill-opacity=".55" filter="${scene.blur(5)}"/>`,
  )
}

/** An open pavilion on a height. */
export function pavilion(scene: Scene, x: number, y: number, wide: number, roof: string, wood: string): void {
  for (const at of [-0.34, -0.12, 0.12, 0.34])
    scene.paint(
      `<rect x="${x + at * wide - wide * 0.025}" y="${y - wide * 0.5}" width="${wide * 0.05}" height="${wide * 0.52}" fill="${wood}"/>`,
    )
  for (const [rise, reach] of [
    [0.45, 0.62],
    [0.8, 0.42],
  ] as const) {
    const d = `${curve([
      [x - wide * reach, y - wide * (rise - 0.02)],
      [x - wide * reach * 0.5, y - wide * (rise + 0.12)],
      [x, y - wide * (rise + 0.36)],
    ])}${curve([
      [x, y - wide * (rise + 0.36)],
      [x + wide * reach * 0.5, y - wide * (rise + 0.12)],
      [x + wide * reach, y - wide * (rise - 0.02)],
    ]).replace(/^M/, 'L')}Z`
    scene.shape(d, roof, {
      shade: `<path d="${polygon([
        [x + wide * 0.04, y - wide * 2],
        [x + wide, y - wide * 2],
        [x + wide, y],
        [x + wide * 0.1, y],
      ])}" fill="#6b6560" fill-opacity=".4"/>`,
    })
  }
}

/** A stone bridge with one arch and its reflection. */
export function bridge(scene: Scene, x: number, y: number, wide: number, stone: string): void {
  const arch = (up: number) =>
    `${curve([
      [x - wide * 0.5, y],
      [x - wide * 0.25, y - up * wide * 0.15],
      [x, y - up * wide * 0.24],
      [x + wide * 0.25, y - up * wide * 0.15],
      [x + wide * 0.5, y],
    ])}L${x + wide * 0.17} ${y}A${wide * 0.17} ${wide * 0.15} 0 0 ${up > 0 ? 0 : 1} ${x - wide * 0.17} ${y}Z`
  scene.paint(`<path d="${arch(-0.8)}" fill="${lift(stone, -0.12)}" fill-opacity=".4"/>`)
  scene.shape(arch(1), stone, {
    paint: `<path d="${curve([
      [x - wide * 0.5, y - wide * 0.012],
      [x - wide * 0.25, y - wide * 0.14],
      [x, y - wide * 0.228],
      [x + wide * 0.25, y - wide * 0.14],
      [x + wide * 0.5, y - wide * 0.012],
    ])}" fill="none" stroke="${lift(stone, 0.07)}" stroke-width="${wide * 0.022}"/>`,
    shade: `<path d="M${x - wide * 0.17} ${y}A${wide * 0.17} ${wide * 0.15} 0 0 1 ${x + wide * 0.17} ${y}" fill="none" stroke="#6b6560" stroke-width="${wide * 0.03}" stroke-opacity=".4"/>`,
  })
}

/** A flat-roofed house of earth. */
export function cube(scene: Scene, x: number, y: number, wide: number, wall: string): void {
  const tall = wide * 0.62
  scene.shape(
    polygon([
      [x - wide / 2, y - tall],
      [x + wide / 2, y - tall],
      [x + wide / 2, y],
      [x - wide / 2, y],
    ]),
    wall,
    {
      paint: `<rect x="${x - wide * 0.3}" y="${y - tall * 0.68}" width="${wide * 0.1}" height="${tall * 0.22}" fill="${lift(wall, -0.3)}"/><rect x="${x - wide * 0.02}" y="${y - tall * 0.5}" width="${wide * 0.14}" height="${tall * 0.5}" fill="${lift(wall, -0.26)}"/>`,
      shade: `<path d="${polygon([
        [x + wide * 0.22, y - tall],
        [x + wide / 2, y - tall],
        [x + wide / 2, y],
        [x + wide * 0.22, y],
      ])}" fill="#7d6a58" fill-opacity=".5"/>`,
      light: `<rect x="${x - wide / 2}" y="${y - tall}" width="${wide}" height="${wide * 0.03}" fill="#fff1cf" fill-opacity=".6"/>`,
    },
  )
}
