import { lift } from '../colour.ts'
import { box } from '../geometry.ts'
import type { Scene } from '../plates.ts'

/** A window with a landscape in it. */

/** A window of the room with any view in it. */
export function windowOn(scene: Scene, view: Scene, x: number, y: number, w: number, h: number, frame: string): void {
  scene.shape(box(x - 26, y - 26, w + 52, h + 52), frame, {
    light: `<path d="${box(x - 26, y - 26, w + 52, 7)}${box(x - 26, y - 26, 7, h + 52)}" fill="#ffe9c8" fill-opacity=".45"/>`,
  })
  const scale = Math.max(w / view.width, h / view.height)
  scene.embed(
    view,
    `translate(${x + (w - view.width * scale) / 2} ${y + (h - view.height * scale) / 2}) scale(${scale})`,
    box(x, y, w, h),
  )
  const bars = `${box(x + w / 2 - 8, y, 16, h)}${box(x, y + h * 0.36, w, 13)}`
  scene.shade(`<path d="${bars}" transform="translate(5 5)" fill="#7a6a58" fill-opacity=".4"/>`)
  for (const bar of [box(x + w / 2 - 8, y, 16, h), box(x, y + h * 0.36, w, 13)]) scene.shape(bar, frame)
  scene.shade(`<path d="${box(x, y, w, 12)}${box(x, y, 12, h)}" fill="#5d4a3c" fill-opacity=".45"/>`)
  scene.shape(box(x - 50, y + h + 20, w + 100, 26), lift(frame, 0.05), {
    light: `<path d="${box(x - 50, y + h + 20, w + 100, 6)}" fill="#ffe9c8" fill-opacity=".5"/>`,
  })
}
