import { describe, expect, it } from 'vitest'
import { modalIn, withFields, withModal, withoutModal } from './modals.ts'

describe('a modal in the address', () => {
  it('stands beside everything else that is there', () => {
    expect(withModal({ order_by: '-value' }, { kind: 'keyboard' })).toEqual({
      order_by: '-value',
      modal: 'keyboard',
    })
  })

  it('takes the place of the one before, its fields included', () => {
    const before = { q: 'x', modal: 'position', 'modal.id': '42', 'modal.tab': 'chart' }
    expect(withModal(before, { kind: 'sign-out' })).toEqual({ q: 'x', modal: 'sign-out' })
  })

  it('changes a field in its place, and drops one that is no longer said', () => {
    const before = { a: '1', modal: 'position', 'modal.id': '42', 'modal.tab': 'chart' }
    expect(withFields(before, { tab: 'summary', id: undefined })).toEqual({
      a: '1',
      modal: 'position',
      'modal.tab': 'summary',
    })
  })

  it('goes without a trace', () => {
    expect(withoutModal({ q: 'x', modal: 'position', 'modal.id': '42' })).toEqual({ q: 'x' })
  })

  it('is read back with its fields, as texts', () => {
    expect(modalIn({ modal: 'position', 'modal.id': '42', other: '1' })).toEqual({
      kind: 'position',
      fields: { id: '42' },
    })
    expect(modalIn({ modal: ['a', 'b'] })).toBeNull()
    expect(modalIn({})).toBeNull()
  })
})
