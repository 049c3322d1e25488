import { lift } from '../colour.ts'
import { blob, curve, type Point, polygon, turn } from '../geometry.ts'
import { type DrawLeaf, dropped, fallen, place, ribbon, spineOf } from './ribbon.ts'

/** Leaves rolled into pearls and nuggets. */

export const pearl: DrawLeaf = (scene, spot, colour, random) => {
  const radius = random.between(33, 42)
  const edge = place(blob(0, 0, radius, radius * 0.96, 0.035, random.next, 12), spot)
  scene.shade(`<path d="${curve(dropped(edge, 17 * spot.scale), true)}" fill="${fallen}" fill-opacity=".62"/>`)
  const wraps = random.whole(5, 7)
  const start = random.between(0, 3)
  let bands = ''
  for (let index = 0; index < wraps; index++) {
    // Every band is a strip that runs round the ball from one pole to the other.
    const bulge = (index / wraps) * 2 - 1
    const width = random.between(0.16, 0.3)
    const arc = (reach: number): Point[] =>
      Array.from({ length: 7 }, (_, step): Point => {
        const along = (step / 6) * Math.PI
        return [Math.cos(along) * radius * 0.98, Math.sin(along) * radius * reach * 0.98]
      })
    const strip = place(
      [...arc(bulge), ...arc(bulge + width).reverse()].map((point) => turn(point, start)),
      spot,
    )
    const tone = random.chance(0.4)
      ? lift(colour, random.between(0.12, 0.24))
      : lift(colour, random.between(-0.14, 0.02))
    bands += `<path d="${polygon(strip)}" fill="${tone}"/>`
  }
  const { x, y, scale } = spot
  scene.shape(curve(edge, true), colour, {
    paint: bands,
    shade:
      `<circle cx="${x}" cy="${y}" r="${radius * scale * 1.1}" fill="#51606a" fill-opacity=".72"/>` +
      `<circle cx="${x - radius * 0.3 * scale}" cy="${y - radius * 0.36 * scale}" r="${radius * 0.98 * scale}" fill="#fff"/>`,
    light: `<ellipse cx="${x - radius * 0.36 * scale}" cy="${y - radius * 0.44 * scale}" rx="${radius * 0.36 * scale}" ry="${radius * 0.22 * scale}" transform="rotate(-38 ${x - radius * 0.36 * scale} ${y - radius * 0.44 * scale})" fill="#fff4dc" fill-opacity=".42"/>`,
  })
}

export const rolled: DrawLeaf = (scene, spot, colour, random) => {
  const reach = random.between(26, 39)
  const edge = place(blob(0, 0, reach * random.between(1, 1.3), reach, 0.17, random.next, 9), spot)
  if (random.chance(0.4)) {
    const stem = spineOf(random, random.between(40, 62), random.bell() * 1.2, 0.2, 6)
    const away = turn([reach + 10, 0], random.next() * 6.28)
    ribbon(scene, { ...spot, x: spot.x + away[0] * spot.scale, y: spot.y + away[1] * spot.scale }, lift(colour, 0.06), {
      spine: stem,
      wide: () => 4.2,
      far: 6,
    })
  }
  scene.shade(`<path d="${curve(dropped(edge, 15 * spot.scale), true)}" fill="${fallen}" fill-opacity=".62"/>`)
  const { x, y, scale } = spot
  let folds = ''
  for (let index = 0; index < 4; index++) {
    const fold = place(
      [
        turn([reach * 1.3, 0], index * 1.7 + random.next()),
        turn([reach * 0.5, 0], index * 1.7 + 0.9),
        [random.bell() * 6, random.bell() * 6],
        turn([reach * 1.1, 0], index * 1.7 + 2.2 + random.next()),
      ],
      spot,
    )
    const tone = lift(colour, index % 2 === 0 ? random.between(0.05, 0.15) : -random.between(0.05, 0.13))
    folds += `<path d="${curve(fold, true)}" fill="${tone}" fill-opacity=".75"/><path d="${curve(fold)}" fill="none" stroke="${lift(colour, -0.16)}" stroke-width="${2.4 * scale}" stroke-opacity=".7"/>`
  }
  scene.shape(curve(edge, true), colour, {
    paint: folds,
    shade:
      `<circle cx="${x}" cy="${y}" r="${reach * 1.6 * scale}" fill="#51606a" fill-opacity=".62"/>` +
      `<circle cx="${x - reach * 0.42 * scale}" cy="${y - reach * 0.48 * scale}" r="${reach * 1.14 * scale}" fill="#fff"/>`,
    light: `<ellipse cx="${x - reach * 0.4 * scale}" cy="${y - reach * 0.42 * scale}" rx="${reach * 0.4 * scale}" ry="${reach * 0.2 * scale}" transform="rotate(-40 ${x - reach * 0.4 * scale} ${y - reach * 0.42 * scale})" fill="#fff0d0" fill-opacity=".36"/>`,
  })
}
