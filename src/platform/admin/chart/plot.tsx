import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import styles from './chart.module.css'

/** Width of the axis in px, which `.range` of the style sheet leaves free. */
const AXIS_WIDTH = 64
const HEIGHT = 140

export type PlotProps = {
  readonly values: readonly number[]
  /** Values of the compared period. */
  readonly before: readonly number[] | null
  readonly chosen: number
  /** Name of a theme token. */
  readonly color: string
  readonly format: (value: number) => string
}

/** A line plot, hidden from screen readers, which read the chart's text and table. */
export function Plot({ values, before, chosen, color, format }: PlotProps) {
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot | null>(null)
  useEffect(() => {
    const box = place.current
    if (!box) return undefined
    // Read on every drawing, to follow the theme.
    const token = (name: string) => () => getComputedStyle(box).getPropertyValue(name).trim()
    const font = `13px ${getComputedStyle(box).fontFamily}`
    const points = { show: values.length < 3, size: 9, fill: token(color) }
    const drawn = new UPlot(
      {
        width: Math.max(box.clientWidth, 200),
        height: HEIGHT,
        padding: [8, 0, 4, 0],
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 8, fill: token(color) } },
        scales: {
          x: { time: false, range: () => [-0.5, values.length - 0.5] },
          y: { range: (_, min, max) => [Math.min(0, min), max > 0 ? max * 1.08 : 1] },
        },
        axes: [
          { show: false },
          {
            size: AXIS_WIDTH,
            font,
            gap: 6,
            space: 40,
            stroke: token('--ink-soft'),
            grid: { stroke: token('--rule'), width: 1 },
            ticks: { show: false },
            values: (_, splits) => splits.map((value) => (Number.isInteger(value) ? format(value) : '')),
          },
        ],
        series: [
          {},
          { stroke: token('--ink-soft'), dash: [5, 4], width: 1.5, points: { show: values.length < 3, size: 7 } },
          { stroke: token(color), width: 2, points },
        ],
      },
      [values.map((_, index) => index), values.map((_, index) => before?.[index] ?? null), [...values]],
      box,
    )
    plot.current = drawn
    const resized = new ResizeObserver(() => drawn.setSize({ width: Math.max(box.clientWidth, 200), height: HEIGHT }))
    resized.observe(box)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const redraw = () => drawn.redraw(false, true)
    dark.addEventListener('change', redraw)
    return () => {
      dark.removeEventListener('change', redraw)
      resized.disconnect()
      drawn.destroy()
    }
  }, [values, before, color, format])
  useEffect(() => {
    plot.current?.setCursor({ left: plot.current.valToPos(chosen, 'x'), top: 0 })
  }, [chosen, values, before])
  return <div ref={place} className={styles.canvas} />
}
