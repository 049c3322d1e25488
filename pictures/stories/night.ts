import { lift, mix } from '../colour.ts'
import { box, curve, ellipse, line } from '../geometry.ts'
import { landscapeScene } from '../landscape.ts'
import { drawLeaf } from '../leaves/leaves.ts'
import { timesOfDay } from '../places/sky.ts'
import { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { windowOn } from '../room/window.ts'
import { type Story, tall, wide } from './story.ts'

export const oolongNight: Story = {
  alt: 'Round bamboo trays of withering leaf on racks at night, lit by a lamp.',
  draw: (random) => {
    const scene = new Scene(wide, tall)
    const night = '#2F4A55'
    scene.paint(`<rect width="1800" height="1000" fill="${night}"/>`)
    scene.light(
      `<rect width="1800" height="1000" fill="${scene.glow(1370, 250, 900, [
        [0, '#e8a24a', 0.75],
        [0.35, '#c07a3a', 0.35],
        [1, '#6b4a30', 0],
      ])}"/>`,
    )
    const view = landscapeScene(
      {
        place: 'mist-mountain',
        hour: {
          ...timesOfDay[4]!,
          sky: ['#24384A', '#3A5666', '#6E8C90'],
          sun: '#F6EBC4',
          air: '#4A6672',
          land: '#16282E',
          tea: '#24423A',
        },
        wide: true,
      },
      random,
    )
    windowOn(scene, view, 150, 80, 460, 400, '#4A3428')
    for (const x of [70, 890, 1010, 1770]) {
      scene.shape(box(x - 17, 40, 34, 960), '#5A3D2B', {
        light: `<path d="${box(x + (x < 1370 ? 8 : -17), 40, 9, 960)}" fill="#ffc98a" fill-opacity=".4"/>`,
      })
    }
    // Lamp.
    scene.paint(
      `<path d="${line([
        [1370, -10],
        [1370, 150],
      ])}" fill="none" stroke="#2A2320" stroke-width="6"/>`,
    )
    scene.shape(
      curve([
        [1300, 250],
        [1316, 190],
        [1352, 150],
        [1388, 150],
        [1424, 190],
        [1440, 250],
      ]) + 'Z',
      '#8E3F2B',
      {
        light: `<path d="${curve([
          [1318, 240],
          [1330, 196],
          [1356, 164],
        ])}" fill="none" stroke="#ffd9a0" stroke-width="9" stroke-opacity=".6"/>`,
      },
    )
    scene.light(
      `<path d="${ellipse(1370, 258, 52, 22)}" fill="#fff0c0"/><circle cx="1370" cy="270" r="150" fill="${scene.glow(
        1370,
        270,
        150,
        [
          [0, '#ffe0a0', 0.8],
          [1, '#ffe0a0', 0],
        ],
      )}"/>`,
    )
    for (const [row, y] of [
      [0, 560],
      [1, 730],
      [2, 905],
    ] as const) {
      for (const [x, lit] of [
        [480, 0.25],
        [1390, 0.8],
      ] as const)
        withering(scene, x, y - (x > 900 ? 60 : 0) + row * 8, 385, lit, random)
    }
    return scene
  },
}

/** A flat basket of leaf, seen a little from above. */
function withering(scene: Scene, x: number, y: number, reach: number, lit: number, random: Random): void {
  const bamboo = mix('#6E5136', '#D9A860', lit)
  scene.shadow(ellipse(x + 10, y + 46, reach, 46), '#1a1512', 14)
  scene.shape(
    `M${x - reach} ${y}A${reach} 62 0 0 0 ${x + reach} ${y}V${y + 24}A${reach} 62 0 0 1 ${x - reach} ${y + 24}Z`,
    lift(bamboo, -0.07),
  )
  scene.shape(ellipse(x, y, reach, 62), bamboo, {
    light: `<path d="${ellipse(x, y, reach, 62)}${ellipse(x, y + 4, reach - 6, 58)}" fill-rule="evenodd" fill="#ffdca0" fill-opacity="${0.25 + lit * 0.4}"/>`,
  })
  scene.shape(ellipse(x, y + 2, reach * 0.94, 54), lift(bamboo, -0.09))
  for (let index = 0; index < 300; index++) {
    const angle = random.next() * 6.28
    const far = Math.sqrt(random.next()) * 0.9
    const [px, py] = [x + Math.cos(angle) * far * reach, y - 4 + Math.sin(angle) * far * 50 - (1 - far) * 16]
    const tone = mix(mix('#2C3F30', '#6F8A45', 0.35 + lit * 0.5), '#8A4A2C', random.chance(0.25) ? 0.4 : 0.05)
    scene.within(`translate(${px.toFixed(1)} ${py.toFixed(1)}) scale(1 .4)`, () =>
      drawLeaf.petals(
        scene,
        { x: 0, y: 0, angle: random.next() * 6.28, scale: 0.62 },
        lift(tone, random.bell() * 0.04),
        random,
      ),
    )
  }
}
