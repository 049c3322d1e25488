import { curve, line, type Point, polygon } from '../geometry.ts'
import { type FontStyle, outline } from '../text-outline.ts'
import type { LabelSurface } from './types.ts'

/** A pen that draws on the label's paper, wherever that is bent to. Answers are SVG for the paint plate. */
export class Pen {
  readonly sheet: LabelSurface
  readonly out: string[] = []
  constructor(sheet: LabelSurface) {
    this.sheet = sheet
  }
  fill(points: readonly Point[], colour: string, opacity = 1): void {
    this.out.push(`<path d="${curve(points.map(this.sheet.map), true)}" fill="${colour}" fill-opacity="${opacity}"/>`)
  }
  /** Straight edges, cut into short steps so that they bend with the paper. */
  area(corners: readonly Point[], colour: string, opacity = 1): void {
    this.out.push(
      `<path d="${polygon(this.#steps([...corners, corners[0]!]))}" fill="${colour}" fill-opacity="${opacity}"/>`,
    )
  }
  rule(points: readonly Point[], colour: string, width: number): void {
    this.out.push(
      `<path d="${line(this.#steps(points))}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`,
    )
  }
  stroke(points: readonly Point[], colour: string, width: number): void {
    this.out.push(
      `<path d="${curve(points.map(this.sheet.map))}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`,
    )
  }
  circle(x: number, y: number, r: number, colour: string): void {
    this.fill(ring(x, y, r), colour)
  }
  box(x: number, y: number, width: number, height: number, colour: string): void {
    this.area(
      [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ],
      colour,
    )
  }
  boxRule(x: number, y: number, width: number, height: number, colour: string, thick: number): void {
    this.rule(
      [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
        [x, y],
      ],
      colour,
      thick,
    )
  }
  text(text: string, x: number, y: number, size: number, colour: string, voice: FontStyle): void {
    const d = outline(text, size, voice, ([px, py]) => this.sheet.map([x + px, y + py]))
    this.out.push(`<path d="${d}" fill="${colour}"/>`)
  }
  #steps(points: readonly Point[]): Point[] {
    const all: Point[] = []
    for (let index = 0; index + 1 < points.length; index++) {
      const [from, to] = [points[index]!, points[index + 1]!]
      const count = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / 24))
      for (let step = 0; step < count; step++)
        all.push([from[0] + ((to[0] - from[0]) * step) / count, from[1] + ((to[1] - from[1]) * step) / count])
    }
    all.push(points[points.length - 1]!)
    return all.map(this.sheet.map)
  }
}

export const ring = (x: number, y: number, r: number): Point[] =>
  Array.from({ length: 20 }, (_, index): Point => {
    const angle = (index / 20) * Math.PI * 2
    return [x + Math.cos(angle) * r, y + Math.sin(angle) * r]
  })
