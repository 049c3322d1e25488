import type { ReactNode } from 'react'
import type { Steeping } from '../../../../shop/catalog/facts.ts'
import styles from './steeping-card.module.css'

export function SteepingCard({ steeping }: { steeping: Steeping }) {
  const { grams, millilitres, celsius, minutes, infusions } = steeping
  return (
    <section className={styles.card} aria-labelledby="steeping-title">
      <h3 id="steeping-title">How we steep it</h3>
      <dl className={styles.steps}>
        <Step label="leaf" value={`${grams} g`} drawing={<LeafPile grams={grams} />} />
        <Step label="water" value={`${millilitres} ml`} drawing={<Jug millilitres={millilitres} />} />
        <Step label="heat" value={`${celsius} °C`} drawing={<Thermometer celsius={celsius} />} />
        <Step label="time" value={timeText(minutes)} drawing={<Clock minutes={minutes} />} />
        <Step
          label={infusions === 1 ? 'infusion' : 'infusions'}
          value={String(infusions)}
          drawing={<Cups count={infusions} />}
        />
      </dl>
    </section>
  )
}

/** '30 s' for half a minute, '2 min', '2½ min'. */
function timeText(minutes: number): string {
  if (minutes < 1) return `${Math.round(minutes * 60)} s`
  return `${Math.floor(minutes)}${minutes % 1 === 0.5 ? '½' : ''} min`
}

const Step = ({ label, value, drawing }: { label: string; value: string; drawing: ReactNode }) => (
  <div className={styles.step}>
    <svg aria-hidden="true" viewBox="0 0 64 64" width="64" height="64" className={styles.drawing}>
      {drawing}
    </svg>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

/** A spoon with one leaf per gram, up to ten. */
function LeafPile({ grams }: { grams: number }) {
  const leaves = Array.from({ length: Math.min(10, Math.max(2, Math.round(grams))) }, (_, index) => {
    const [row, first] = index < 4 ? ([0, 0] as const) : index < 7 ? ([1, 4] as const) : ([2, 7] as const)
    const column = index - first
    return { x: 16 + row * 4 + column * 9, y: 38 - row * 6, rotation: ((index * 47) % 50) - 25 }
  })
  return (
    <>
      {leaves.map(({ x, y, rotation }, index) => (
        <path
          key={index}
          className={styles.fill}
          d="M-5 0C-3-4 3-4 6 0C3 4-3 4-5 0z"
          transform={`translate(${x} ${y}) rotate(${rotation})`}
        />
      ))}
      <path d="M8 42c0 8 10 13 24 13s24-5 24-13z" className={styles.paper} />
    </>
  )
}

/** A jug filled in proportion to the water; 500 ml is full. */
function Jug({ millilitres }: { millilitres: number }) {
  const height = 6 + Math.min(1, millilitres / 500) * 28
  return (
    <>
      <path className={styles.water} d={`M15 ${54 - height}H45V50a4 4 0 0 1-4 4H19a4 4 0 0 1-4-4z`} />
      <path d="M15 14H45V50a4 4 0 0 1-4 4H19a4 4 0 0 1-4-4z M15 14l-4-4 M45 22h5a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5h-5 M20 24h5 M20 34h5 M20 44h5" />
    </>
  )
}

/** Scale up to 100 °C. */
function Thermometer({ celsius }: { celsius: number }) {
  const top = 46 - Math.min(1, celsius / 100) * 34
  return (
    <>
      <path className={styles.hot} d={`M29 ${top}h6v30h-6z`} />
      <circle className={styles.hot} cx="32" cy="50" r="6.5" />
      <path d="M26.5 42V12a5.5 5.5 0 0 1 11 0v30a10 10 0 1 1-11 0z M42 14h6 M42 22h4 M42 30h6 M42 38h4" />
    </>
  )
}

/** A clock face filled in proportion to the time; ten minutes is a full turn. */
function Clock({ minutes }: { minutes: number }) {
  const rotation = Math.min(0.999, minutes / 10) * 2 * Math.PI
  const x = (32 + 19 * Math.sin(rotation)).toFixed(1)
  const y = (33 - 19 * Math.cos(rotation)).toFixed(1)
  return (
    <>
      <path className={styles.fill} d={`M32 33V14A19 19 0 ${rotation > Math.PI ? 1 : 0} 1 ${x} ${y}z`} />
      <path d={`M32 10a23 23 0 1 1 0 46a23 23 0 1 1 0-46z M32 33V17 M32 33L${x} ${y}`} />
    </>
  )
}

/** One cup per infusion, up to six, then a plus. */
function Cups({ count }: { count: number }) {
  const shown = Math.min(count, 6)
  const columns = shown <= 2 ? shown : shown === 4 ? 2 : 3
  const rows = Math.ceil(shown / columns)
  const size = columns === 1 ? 30 : columns === 2 ? 24 : 19
  return Array.from({ length: shown }, (_, index) => {
    const x = 32 + ((index % columns) - (columns - 1) / 2) * size
    const y = 34 + (Math.floor(index / columns) - (rows - 1) / 2) * (size + 2)
    const scale = size / 30
    return (
      <g key={index} transform={`translate(${x} ${y}) scale(${scale})`}>
        <path className={styles.fill} d="M-10-4H10C10 6 5 11 0 11S-10 6-10-4z" />
        <path d="M-12-8H12C12 5 6 11 0 11S-12 5-12-8z M-6 15H6" strokeWidth={1.6 / scale} />
      </g>
    )
  })
}
