import { lift, mix } from '../colour.ts'
import { blob, box, curve, ellipse, line, type Point, turn } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { scatter } from './scatter.ts'
import type { LeafPicture } from './types.ts'

/** Pressed tea: a disc with a piece broken off, and the loose flakes that fell. */
export function cake(scene: Scene, picture: LeafPicture, random: Random): void {
  const [main, second] = picture.colours
  const [x, y, reach] = [560, 700, 500]
  scene.within('rotate(-5 600 750)', () => {
    scene.shadow(box(60, 150, 1060, 1230), '#8b8070', 24)
    scene.shape(box(50, 120, 1060, 1230), '#F4ECD8', {
      stipple: `<rect x="50" y="120" width="1060" height="1230" fill="${scene.gradient(
        [100, 100],
        [1100, 1400],
        [
          [0, '#b8aa8c', 0],
          [1, '#b8aa8c', 0.6],
        ],
      )}"/>`,
      paint: `<path d="${line([
        [420, 100],
        [410, 1360],
      ])}${line([
        [760, 100],
        [768, 1360],
      ])}${line([
        [40, 540],
        [1120, 530],
      ])}${line([
        [40, 960],
        [1120, 970],
      ])}" fill="none" stroke="#E2D6BA" stroke-width="4"/>`,
    })
  })
  const bite = (angle: number) => angle > 0.25 && angle < 1.25
  const edge: Point[] = []
  for (let step = 0; step < 90; step++) {
    const angle = (step / 90) * Math.PI * 2
    const far = bite(angle)
      ? reach * (0.62 + 0.1 * Math.sin(angle * 17) + random.bell() * 0.04)
      : reach * (1 + random.bell() * 0.008)
    edge.push([x + Math.cos(angle) * far, y + Math.sin(angle) * far])
  }
  const disc = polygonSoft(edge)
  scene.shadow(polygonSoft(edge.map(([px, py]): Point => [px + 34, py + 52])), '#75695a', 20)
  scene.shape(polygonSoft(edge.map(([px, py]): Point => [px + 16, py + 30])), lift(main, -0.14))
  scene.shape(disc, lift(main, -0.06))
  scene.clipped(disc, () => {
    pressed(scene, picture, random, x, y, reach)
    scene.shape(ellipse(x - 10, y - 6, 66, 60), lift(main, -0.13), {
      light: `<path d="${ellipse(x - 10, y - 6, 66, 60)}${ellipse(x - 18, y - 16, 66, 60)}" fill-rule="evenodd" fill="#e8c490" fill-opacity=".4"/>`,
    })
  })
  scene.inside(disc, {
    stipple: `<path d="${disc}" fill="${scene.gradient(
      [200, 250],
      [960, 1180],
      [
        [0, '#4a4440', 0],
        [0.5, '#4a4440', 0.1],
        [1, '#4a4440', 0.6],
      ],
    )}"/>`,
    light: `<path d="${disc}" fill="#ffe2b4" fill-opacity=".45"/><path d="${disc}" transform="translate(9 11)" fill="#000"/>`,
  })
  const chunk = blob(900, 1130, 150, 118, 0.2, random.next, 11)
  const chunkPath = polygonSoft(chunk)
  scene.shadow(polygonSoft(chunk.map(([px, py]): Point => [px + 20, py + 34])), '#75695a', 14)
  scene.shape(polygonSoft(chunk.map(([px, py]): Point => [px + 10, py + 24])), lift(main, -0.15))
  scene.shape(chunkPath, lift(mix(main, second, 0.2), -0.03))
  scene.clipped(chunkPath, () => pressed(scene, picture, random, 900, 1130, 170))
  scatter(
    scene,
    { ...picture, leaf: 'twists' },
    random,
    (px, py) => (Math.hypot(px - 830, py - 1120) < 330 ? 0.07 : 0),
    0.9,
    [480, 800, 700, 620],
  )
}

const polygonSoft = (points: readonly Point[]) => curve(points, true)

/** Leaves that lie flat and close, as the press left them. */
function pressed(
  scene: Scene,
  { colours: [main, second] }: LeafPicture,
  random: Random,
  x: number,
  y: number,
  reach: number,
): void {
  const count = Math.round((reach / 500) ** 2 * 950)
  for (let index = 0; index < count; index++) {
    const angle = random.next() * 6.28
    const far = reach * Math.sqrt(random.next())
    const colour = lift(random.chance(0.72) ? main : second, random.bell() * 0.07)
    const [px, py] = [x + Math.cos(angle) * far, y + Math.sin(angle) * far]
    // Pressing turns the leaves along the circle.
    const lies = angle + Math.PI / 2 + random.bell() * 0.9
    const length = random.between(40, 95)
    const width = random.between(6, 12)
    const bend = random.bell() * 14
    const shape = (
      [
        [-length / 2, 0],
        [0, -width + bend],
        [length / 2, 0],
        [0, width + bend],
      ] as Point[]
    ).map((point): Point => {
      const [tx, ty] = turn(point, lies)
      return [px + tx, py + ty]
    })
    const d = curve(shape, true)
    scene.shade(`<path d="${d}" transform="translate(2.5 4)" fill="#5c5048" fill-opacity=".6"/>`)
    scene.shape(d, colour)
    if (random.chance(0.3))
      scene.light(
        `<path d="${curve([shape[0]!, shape[1]!, shape[2]!])}" fill="none" stroke="#f4d9a8" stroke-width="2" stroke-opacity=".4"/>`,
      )
  }
}
