import { defineBlock } from '../../../../things/blocks/block.ts'
import { OptionText } from '../../../../things/blocks/option-text.tsx'
import { text } from '../../../../things/blocks/options.ts'
import styles from './tea-moments.module.css'

export const brewingSteps = defineBlock({
  name: 'brewing_steps',
  title: 'Brewing steps',
  group: 'brewing',
  options: { title: text('Title', 'How to brew it') },
  item: {
    title: 'Step',
    options: {
      text: text('What to do', 'Warm the pot'),
      time: text('How long it takes'),
    },
  },
  View: ({ options, items, edit }) => (
    <div className={styles.moment}>
      <OptionText as="h3" className={styles.title} text={options.title} {...edit('title')} />
      {items.length > 0 && (
        <ol className={styles.steps}>
          {items.map(({ options: step }, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              {step.text}
              {step.time !== '' && <span className={styles.time}>{step.time}</span>}
            </li>
          ))}
        </ol>
      )}
    </div>
  ),
})
