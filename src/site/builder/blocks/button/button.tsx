import { button as looks } from '../../../../platform/ui/button.tsx'
import { escapeHtml } from '../../../../platform/web/plain-text.ts'
import { hrefs } from '../../../../platform/web/routes.ts'
import { defineBlock } from '../../../../things/blocks/block.ts'
import { address, choice, flag, text } from '../../../../things/blocks/options.ts'

export const button = defineBlock({
  name: 'button',
  title: 'Button',
  group: 'text',
  options: {
    label: text('Label', 'Visit the shop'),
    url: address('Leads to', hrefs.shop()),
    kind: choice('Kind', ['primary', 'secondary'], 'primary'),
    align: choice('Alignment', ['start', 'center', 'end'], 'start'),
    new_tab: flag('Opens a new tab', false),
  },
  contentHtml: ({ label, url }) => (label === '' || url === '' ? '' : `<p>${escapeHtml(label)}</p>`),
  View: ({ options: { label, url, kind, align, new_tab: isNewTab }, edit }) =>
    label !== '' &&
    url !== '' && (
      <p style={{ textAlign: align, overflowWrap: 'anywhere' }} data-narrow={align === 'end' ? undefined : align}>
        <a
          href={url}
          className={looks[kind]}
          {...(isNewTab ? { target: '_blank', rel: 'noopener' } : {})}
          {...edit('label')}
        >
          {label}
        </a>
      </p>
    ),
})
