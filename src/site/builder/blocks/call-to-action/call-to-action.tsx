import { ButtonLink } from '../../../../platform/ui/buttons.tsx'
import { hrefs } from '../../../../platform/web/routes.ts'
import { defineBlock } from '../../../../things/blocks/block.ts'
import { OptionText } from '../../../../things/blocks/option-text.tsx'
import { address, choice, lines, text } from '../../../../things/blocks/options.ts'
import { Band, bandOptions } from '../band/band.tsx'
import styles from './call-to-action.module.css'

export const callToAction = defineBlock({
  name: 'call_to_action',
  title: 'Call to action',
  group: 'site',
  options: {
    title: text('Title', 'Find a tea for this evening'),
    text: lines('Text', 'Tell us what you like to drink, and we send what is fresh.'),
    label: text('First button', 'Visit the shop'),
    url: address('The first button leads to', hrefs.shop()),
    second_label: text('Second button'),
    second_url: address('The second button leads to'),
    align: choice('Alignment', ['start', 'center'], 'center'),
    ...bandOptions('leaf'),
  },
  View({ options, pictures, edit }) {
    const buttons = [
      { label: options.label, href: options.url, variant: 'primary', option: 'label' },
      { label: options.second_label, href: options.second_url, variant: 'secondary', option: 'second_label' },
    ] as const
    const shown = buttons.filter(({ label, href }) => label !== '' && href !== '')
    if (options.title === '' && options.text === '' && shown.length === 0) return null
    return (
      <Band options={options} pictures={pictures}>
        <div className={styles.action} data-align={options.align}>
          <OptionText as="h2" text={options.title} {...edit('title')} />
          <OptionText className={styles.text} text={options.text} {...edit('text')} />
          {shown.length > 0 && (
            <p className={styles.buttons}>
              {shown.map(({ option, ...link }) => (
                <ButtonLink key={option} {...link} {...edit(option)} />
              ))}
            </p>
          )}
        </div>
      </Band>
    )
  },
})
