import * as React from 'react'

/**
 * For every element that it makes, the development build of React takes down where that was, for messages that nobody
 * reads here: an eighth of the time of all tests of screens. It leaves that once it has made very many of them.
 */
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.MAX_SAFE_INTEGER,
    set: () => undefined,
  })
