import { number, text } from '../../../things/blocks/options.ts'
import { defineFeature } from '../feature.ts'
import styles from './counter.module.css'

const LARGEST = 999_999_999

const item = {
  name: 'count',
  title: 'Number',
  options: {
    value: number('Number', { min: 0, max: LARGEST, default: 0 }),
    before: text('Before the number'),
    after: text('After the number'),
  },
}

/** Numbers that count up. The server renders the final value. */
const counterOf = (name: string, title: string, stepMs: number, durationMs: number) =>
  defineFeature({
    name,
    title,
    options: {},
    item,
    View: ({ items }) => (
      <ul className={`plain-list ${styles.numbers}`} data-feature={name} data-step={stepMs} data-duration={durationMs}>
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
    ),
  })

export const counter = counterOf('counter', 'Counter', 100, 2000)
export const quickCounter = counterOf('quick_counter', 'Quick counter', 10, 400)
