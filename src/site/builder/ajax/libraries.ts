import type { Platform } from '../../../platform/web/context.ts'
import type { WithBlocks } from '../../../things/blocks/block.ts'
import type { EditorCall } from './editor-call.ts'

/**
 * The block libraries in the plugin's JSON format. Views render on the server, so pages need only the shop's style
 * sheets, which cover every block.
 */
export async function loadLibraries({ shop }: EditorCall<Pick<Platform, 'assets' | 'url'> & WithBlocks>) {
  const res = shop.assets.styles.map((src, index) => ({
    type: 'css',
    name: `samovar-${index + 1}`,
    src: src.replace(/^\//, ''),
    dep: [],
    backend: true,
  }))
  const libs = shop.blocks.libraries.map(({ name, version, groups, blocks }) => ({
    name,
    version,
    url: `${shop.url}/`,
    groups: groups.map((group, index) => ({ ...group, position: index + 1 })),
    blocks: blocks.map((one) => ({
      name: one.name,
      url: `blocks/${one.name}/`,
      title: one.title,
      groups: [one.group],
    })),
    res,
    assets: [],
  }))
  return { json: { success: true, libs } }
}
