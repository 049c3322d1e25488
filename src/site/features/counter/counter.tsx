import { z } from 'zod'
import { number, text } from '../../../things/blocks/options.ts'
import { defineFeature } from '../feature.ts'
import styles from './counter.module.css'

const LARGEST = 999_999_999

type Count = { readonly before: string; readonly value: number; readonly after: string }

const item = {
  name: 'count',
  title: 'Number',
  options: z.object({
    value: number('Number', { min: 0, max: LARGEST, default: 0 }),
    before: text('Before the number'),
    after: text('After the number'),
  }),
}

/** Numbers that count up. The server renders the final value. */
const numbersView =
  (name: string, stepMs: number, durationMs: number) =>
  ({ items }: { readonly items: readonly { readonly options: Count; readonly html: string }[] }) => (
    <ul className={styles.numbers} data-feature={name} data-step={stepMs} data-duration={durationMs}>
      {items.map(({ options: { before, value, after }, html }, index) => (
        <li key={index}>
          <p className={styles.number}>
            <span data-value={value}>
              {before}
              <b>{value.toLocaleString('en-CA')}</b>
              {after}
            </span>
          </p>
          <div className={styles.about} dangerouslySetInnerHTML={{ __html: html }} />
        </li>
      ))}
    </ul>
  )

export const counter = defineFeature({
  name: 'counter',
  title: 'Counter',
  options: z.object({}),
  item,
  View: numbersView('counter', 100, 2000),
})

export const quickCounter = defineFeature({
  name: 'quick_counter',
  title: 'Quick counter',
  options: z.object({}),
  item,
  View: numbersView('quick_counter', 10, 400),
})
