import { describe, expect, it } from 'vitest'
import { modalIn, withFields, withModal, withoutModal } from './modals.ts'

describe('a modal in the URL', () => {
  it('keeps the other search parameters', () => {
    expect(withModal({ order_by: '-value' }, { kind: 'keyboard' })).toEqual({
      order_by: '-value',
      modal: 'keyboard',
    })
  })

  it('replaces the previous modal and its fields', () => {
    const before = { q: 'x', modal: 'position', 'modal.id': '42', 'modal.tab': 'chart' }
    expect(withModal(before, { kind: 'sign-out' })).toEqual({ q: 'x', modal: 'sign-out' })
  })

  it('updates a field in place and removes undefined ones', () => {
    const before = { a: '1', modal: 'position', 'modal.id': '42', 'modal.tab': 'chart' }
    expect(withFields(before, { tab: 'summary', id: undefined })).toEqual({
      a: '1',
      modal: 'position',
      'modal.tab': 'summary',
    })
  })

  it('leaves no parameters behind when closed', () => {
    expect(withoutModal({ q: 'x', modal: 'position', 'modal.id': '42' })).toEqual({ q: 'x' })
  })

  it('is parsed with its fields as strings', () => {
    expect(modalIn({ modal: 'position', 'modal.id': '42', other: '1' })).toEqual({
      kind: 'position',
      fields: { id: '42' },
    })
    expect(modalIn({ modal: ['a', 'b'] })).toBeNull()
    expect(modalIn({})).toBeNull()
  })
})
