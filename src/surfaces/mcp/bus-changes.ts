import { InMemoryServerEventBus, type ServerEventBus } from '@modelcontextprotocol/server';
import type { Caller, Engine } from '../../engine/index.ts';
import { type ListenFilter, Subscriptions } from './subscriptions.ts';

/**
 * Changed notes for clients whose requests come one by one, over HTTP: what they listen to is told on a bus that the SDK's
 * handler reads. One for each caller, and a handler for each: on a shared bus a client could follow notes it may not see.
 */
export class BusChanges {
  readonly bus: ServerEventBus = new InMemoryServerEventBus();
  readonly #subscriptions: Subscriptions;
  #last = 0;

  constructor(engine: Engine, caller: Caller) {
    this.#subscriptions = new Subscriptions(engine, caller);
    this.#subscriptions.connect({
      updated: (uri) => this.bus.publish({ kind: 'resource_updated', uri }),
      listed: () => this.bus.publish({ kind: 'resources_list_changed' }),
    });
  }

  /** A `subscriptions/listen` with its `notifications`; to be called when its stream has ended. */
  listen(filter: ListenFilter): () => void {
    const id = ++this.#last;
    this.#subscriptions.listen(id, filter);
    return () => this.#subscriptions.forget(id);
  }

  close(): void {
    this.#subscriptions.close();
  }
}
