import { lift, mix } from '../colour.ts'
import { blob, curve, ellipse } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import type { LeafPicture } from './types.ts'

/** Stone-ground tea: a sifted mound on a dark tray, with the bamboo spoon that measures it. */
export function powder(scene: Scene, picture: LeafPicture, random: Random): void {
  const [main, second] = picture.colours
  scene.paint(`<rect width="1200" height="1500" fill="${mix(picture.tint.wall, '#F6F1E2', 0.35)}"/>`)
  scene.shadow(ellipse(640, 850, 520, 520), '#7f7566', 36)
  scene.shape(ellipse(590, 780, 520, 520), '#2E302D', {
    light: `<path d="${ellipse(590, 780, 516, 516)}${ellipse(597, 790, 514, 514)}" fill-rule="evenodd" fill="#d8d2c0" fill-opacity=".7"/>`,
    shade: `<path d="${ellipse(600, 790, 460, 460)}" fill="#555" fill-opacity=".4"/>`,
  })
  const dust = (count: number, reach: number, size: number, colour: string, opacity: number) => {
    let d = ''
    for (let index = 0; index < count; index++) {
      const angle = random.next() * 6.28
      const far = reach * Math.sqrt(random.next()) * (0.9 + random.next() * 0.35)
      d += ellipse(
        590 + Math.cos(angle) * far,
        800 + Math.sin(angle) * far * 0.94,
        random.between(1, size),
        random.between(1, size),
      )
    }
    scene.paint(`<path d="${d}" fill="${colour}" fill-opacity="${opacity}"/>`)
  }
  dust(900, 430, 5, lift(main, -0.08), 0.9)
  const layers: [number, string][] = [
    [355, lift(main, -0.1)],
    [330, lift(main, -0.03)],
    [280, main],
    [215, lift(mix(main, second, 0.35), 0.02)],
    [140, lift(mix(main, second, 0.7), 0.03)],
    [70, lift(second, 0.05)],
  ]
  layers.forEach(([reach, colour], index) => {
    const d = curve(blob(590 - index * 17, 800 - index * 21, reach, reach * 0.93, 0.045, random.next, 22), true)
    scene.shape(d, colour, {
      shade: `<path d="${d}" fill="#4c5a36" fill-opacity=".4"/><path d="${d}" transform="translate(${-20 + index * 2} ${-26 + index * 2})" fill="#fff"/>`,
    })
  })
  // Clumps and soft slides on the mound.
  for (let index = 0; index < 420; index++) {
    const angle = random.next() * 6.28
    const far = 340 * Math.sqrt(random.next())
    const [x, y] = [580 + Math.cos(angle) * far, 790 + Math.sin(angle) * far * 0.93]
    const reach = random.between(3, 12)
    const lump = curve(blob(x, y, reach, reach * 0.85, 0.25, random.next, 7), true)
    scene.shade(`<path d="${lump}" transform="translate(3 5)" fill="#5d6b40" fill-opacity=".45"/>`)
    scene.shape(lump, lift(mix(main, second, random.next()), random.between(-0.02, 0.06)))
  }
  chashaku(scene, main)
}

function chashaku(scene: Scene, powderColour: string): void {
  const bamboo = '#C9A163'
  scene.within('translate(700 640) rotate(-52)', () => {
    const spoon = curve(
      [
        [-120, -34],
        [-160, 0],
        [-120, 36],
        [-20, 24],
        [120, 17],
        [420, 15],
        [820, 20],
        [820, -20],
        [420, -15],
        [120, -15],
        [-20, -22],
      ],
      true,
    )
    scene.shade(
      `<path d="${spoon}" transform="translate(-14 34)" fill="#4a4636" fill-opacity=".6" filter="${scene.blur(7)}"/>`,
    )
    scene.shape(spoon, bamboo, {
      shade: `<rect x="-200" y="2" width="1100" height="60" fill="#8a6a3c" fill-opacity=".55"/>`,
      light: `<rect x="-180" y="-20" width="1100" height="10" fill="#fff0c4" fill-opacity=".6"/>`,
      paint: `<rect x="330" y="-40" width="10" height="80" fill="${lift(bamboo, -0.14)}"/><rect x="345" y="-40" width="4" height="80" fill="${lift(bamboo, 0.08)}"/>`,
    })
    scene.shape(
      curve(
        [
          [-130, -22],
          [-148, 2],
          [-116, 26],
          [-30, 14],
          [0, -2],
          [-40, -20],
        ],
        true,
      ),
      powderColour,
      {
        shade: `<path d="${curve(
          [
            [-140, 30],
            [-60, 6],
            [10, 10],
            [-60, 40],
          ],
          true,
        )}" fill="#4c5a36" fill-opacity=".5"/>`,
      },
    )
  })
}
