import { number, text } from '../../../things/blocks/options.ts'
import { defineFeature } from '../feature.ts'
import styles from './skill-bars.module.css'

/** Bars that fill to a percentage (SHOW-03). Without JavaScript they are already full. */
export const skillBars = defineFeature({
  name: 'skill_bars',
  title: 'Skill bars',
  options: {},
  item: {
    name: 'skill',
    title: 'Bar',
    options: { label: text('Label'), percent: number('Percentage', { min: 0, max: 100, default: 0 }) },
  },
  View: ({ items }) => (
    <ul className={`plain-list ${styles.bars}`} data-feature="skill_bars">
      {items.map(({ options: { label, percent }, html }, index) => (
        <li key={index} data-percent={percent}>
          <p className={styles.label}>
            <span>{label}</span> <span className={styles.number}>{percent}%</span>
          </p>
          <div
            className={styles.track}
            role="meter"
            aria-label={label || `${percent}%`}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            aria-valuetext={`${percent}%`}
          >
            <div className={styles.fill} style={{ width: `${percent}%` }} />
          </div>
          {html && <div className={styles.about} dangerouslySetInnerHTML={{ __html: html }} />}
        </li>
      ))}
    </ul>
  ),
})
