import PledgeGSPromise
import Testing
