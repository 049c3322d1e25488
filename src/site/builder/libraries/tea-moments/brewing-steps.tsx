import { z } from 'zod'
import { defineBlock } from '../../../../things/blocks/block.ts'
import { number, text } from '../../../../things/blocks/options.ts'
import styles from './tea-moments.module.css'

/** How to brew, step by step, with the time of each. */
export const brewingSteps = defineBlock({
  name: 'brewing_steps',
  title: 'Brewing steps',
  group: 'brewing',
  options: z.object({ title: text('Title', 'How to brew it') }),
  item: {
    title: 'Step',
    options: z.object({
      text: text('What to do', 'Warm the pot'),
      seconds: number('Seconds that it takes', { min: 0, max: 3600, default: 0 }),
    }),
  },
  View: ({ options, items, edit }) => (
    <div className={styles.moment}>
      {options.title !== '' && (
        <h3 className={styles.title} {...edit('title')}>
          {options.title}
        </h3>
      )}
      <ol className={styles.steps}>
        {items.map(({ options: step }, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            {step.text}
            {step.seconds > 0 && <span className={styles.time}>{timeOf(step.seconds)}</span>}
          </li>
        ))}
      </ol>
    </div>
  ),
})

/** '2 min 30 s' */
const timeOf = (seconds: number): string =>
  [[Math.floor(seconds / 60), 'min'] as const, [seconds % 60, 's'] as const]
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
