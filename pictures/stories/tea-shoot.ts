import { lift, mix } from '../colour.ts'
import { curve, type Point, turn } from '../geometry.ts'
import type { Scene } from '../plates.ts'

/** Two leaves and a bud, near enough to touch. */
export function shoot(scene: Scene, x: number, y: number, size: number, colour: string): void {
  const leaf = (lx: number, ly: number, angle: number, length: number, fat: number, tone: string) => {
    const at = (px: number, py: number): Point => {
      const [tx, ty] = turn([px * length, py * length], angle)
      return [lx + tx, ly + ty]
    }
    const upper: Point[] = [at(0, 0), at(0.2, -fat * 0.75), at(0.5, -fat), at(0.8, -fat * 0.6), at(1, 0)]
    const lower: Point[] = [at(1, 0), at(0.8, fat * 0.5), at(0.5, fat * 0.8), at(0.2, fat * 0.6), at(0, 0)]
    const d = `${curve(upper)}${curve(lower).replace(/^M/, 'L')}Z`
    let veins = ''
    for (let index = 1; index < 7; index++) {
      veins += curve([at(index * 0.13, 0), at(index * 0.13 + 0.1, -fat * 0.5), at(index * 0.13 + 0.16, -fat * 0.82)])
      veins += curve([at(index * 0.13, 0), at(index * 0.13 + 0.1, fat * 0.4), at(index * 0.13 + 0.16, fat * 0.66)])
    }
    scene.shape(d, tone, {
      shade: `<path d="${curve(lower)}Z" fill="#7c9488" fill-opacity=".75"/>`,
      paint: `<path d="${veins}" fill="none" stroke="${lift(tone, 0.07)}" stroke-width="${size * 0.006}"/>`,
      light: `<path d="${curve(upper)}" fill="none" stroke="#fff2c0" stroke-width="${size * 0.022}" stroke-opacity=".5"/>`,
    })
    scene.paint(
      `<path d="${curve([at(0, 0), at(0.5, -0.02), at(0.96, 0)])}" fill="none" stroke="${lift(tone, 0.13)}" stroke-width="${size * 0.013}" stroke-linecap="round"/>`,
    )
  }
  scene.paint(
    `<path d="${curve([
      [x + size * 0.16, y + size * 1.2],
      [x + size * 0.03, y + size * 0.6],
      [x, y],
    ])}" fill="none" stroke="${lift(colour, 0.02)}" stroke-width="${size * 0.045}" stroke-linecap="round"/>`,
  )
  leaf(x + size * 0.08, y + size * 0.75, -0.2, size * 0.95, 0.27, lift(colour, -0.07))
  leaf(x + size * 0.03, y + size * 0.5, -2.75, size * 1.0, 0.26, lift(colour, -0.03))
  leaf(x, y + size * 0.06, -0.72, size * 0.8, 0.22, lift(colour, 0.03))
  leaf(x, y, -1.45, size * 0.62, 0.13, lift(mix(colour, '#E7E5B0', 0.45), 0.03))
}
