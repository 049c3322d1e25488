import { expect, test } from 'vitest'
import { tabForAddress } from './tabs.ts'

const opened = (address: string) => tabForAddress(new URL(address, 'http://shop.test/product/longjing/'))

test('[TAB-02] reviews are opened by their addresses', () => {
  for (const address of ['#reviews', '#tab-reviews', '#comment-7', '#li-comment-7', 'comment-page-2/', '?cpage=2']) {
    expect([address, opened(address)]).toEqual([address, 'tab-reviews'])
  }
})

test('[TAB-03] additional information by its own, anything else leaves the first tab open', () => {
  expect(opened('#tab-additional_information')).toBe('tab-additional_information')
  expect(opened('#related')).toBeUndefined()
  expect(opened('')).toBeUndefined()
})
