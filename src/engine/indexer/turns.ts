/** One piece of work after the other; what fails, fails for itself. */
export class Turns {
  #last: Promise<void> | undefined;

  take(work: () => Promise<void>): Promise<void> {
    const before = this.#last;
    const mine = (async () => {
      await before?.catch(() => undefined);
      await work();
    })();
    this.#last = mine;
    void mine
      .catch(() => undefined)
      .finally(() => {
        if (this.#last === mine) this.#last = undefined;
      });
    return mine;
  }
}

/** Work that is done once for everybody who asks for it while it is under way. */
export class Shared<T> {
  #now: Promise<T> | undefined;

  get underWay(): Promise<T> | undefined {
    return this.#now;
  }

  join(work: () => Promise<T>): Promise<T> {
    if (this.#now) return this.#now;
    const mine = work().finally(() => {
      if (this.#now === mine) this.#now = undefined;
    });
    this.#now = mine;
    return mine;
  }

  /** What is under way goes on for those who asked; the next one begins anew. */
  forget(): void {
    this.#now = undefined;
  }
}
