import { escapeHtml } from '../../../../platform/web/plain-text.ts'
import { defineBlock } from '../../../../things/blocks/block.ts'
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
  html: ({ text: words, level }) => `<h${level}>${escapeHtml(words).replaceAll('[', '&#91;')}</h${level}>`,
  View({ html, options: { text: words, level, align }, edit }) {
    // The level may be lower than the option, inside a part of the page that has a heading of its own.
    const [, shownLevel = level, id] = /^<h(\d)(?: id="([^"]*)")?/.exec(html) ?? []
    const Heading = `h${shownLevel as '2'}` as const
    const isCentred = align === 'center'
    return (
      <Heading
        id={id}
        style={isCentred ? { textAlign: align } : undefined}
        data-heading=""
        data-narrow={isCentred ? undefined : ''}
        {...edit('text')}
      >
        {words}
      </Heading>
    )
  },
})
