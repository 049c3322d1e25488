import { escapeHtml } from '../../../../platform/web/plain-text.ts'
import { defineBlock } from '../../../../things/blocks/block.ts'
import { OptionText } from '../../../../things/blocks/option-text.tsx'
import { choice, text } from '../../../../things/blocks/options.ts'

/** Levels 2 and 3 appear in tables of contents. */
export const heading = defineBlock({
  name: 'heading',
  title: 'Heading',
  group: 'text',
  options: {
    text: text('Text', 'Heading'),
    level: choice('Level', ['2', '3', '4'], '2'),
    align: choice('Alignment', ['start', 'center'], 'start'),
  },
  // Escapes `[`, so that the text is not parsed for shortcodes.
  html: ({ text: words, level }) =>
    words === '' ? '' : `<h${level}>${escapeHtml(words).replaceAll('[', '&#91;')}</h${level}>`,
  View({ html, options: { text: words, level, align }, edit }) {
    // The level may be lower than the option, inside a part of the page that has a heading of its own.
    const [, shownLevel = level, id] = /^<h(\d)(?: id="([^"]*)")?/.exec(html) ?? []
    const isCentred = align === 'center'
    return (
      <OptionText
        as={`h${shownLevel as '2'}`}
        id={id}
        text={words}
        style={isCentred ? { textAlign: align } : undefined}
        data-heading=""
        data-narrow={isCentred ? undefined : ''}
        {...edit('text')}
      />
    )
  },
})
