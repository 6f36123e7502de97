import PledgeWhen
import Testing
